"""The arena's clauses and readings, in our own words: how a match is fought.

How these lines are built is told in `rules.clauses`.
"""

TEXT = """\
# Dice and points
    Two dice a throw, one throw each a round, first to fifteen.
R1 | Dice from the house
    Lumiere's dice decide. The site throws, or an official types in what real dice showed; you never type your own. You tap for your throw; for
    whoever is away the dice master does. An arena may leave all tapping to him. Each throw is on record.
P1 | What a round is
    Each contestant throws once, and nothing is settled before both have.
A7 | Who throws first | P1
    It does not matter. Both always throw, and the two throws are settled together.
A25 | Rounds with one throw | P1 M9 M10
    A free roll or free cast is a round of its own and comes at once. The totals are tested when it is over, and it need not be evened out for the
    other side.
P2 | Two dice of twenty
    You throw two dice with twenty sides.
P3 | A fighter's point | | fighter_low
    Each of a fighter's dice that shows 15 to 18 earns one point. A club may choose otherwise: another lowest number.
P4 | A mage's point | | mage_low
    Each of a casting mage's dice that shows 14 to 18 earns one point. A club may choose otherwise: another lowest number.
P5 | Two points for twenties
    A die that shows 19 or 20 earns two, for fighter and mage alike.
A1 | Read each die alone | P3 P4 P5
    Both dice count, one by one, and their points are added: 15 and 9 make one, 16 and 17 make two, 19 and 19 make four.
P6 | The critical hit
    Throw a double 20 while your opponent scores nothing, and you have won the match. If he scores in that round you gain 5 points, and on it
    goes.
A2 | What double 20 means | P6 | double20
    Both 20s are in one contestant's throw. If it does not win outright it earns 5 altogether, in place of two and two. A club may choose
    otherwise: another number.
A3 | Two double 20s | P6
    Each has scored against the other, so neither is a critical hit. Both gain 5 and fight on.
P7 | The dreaded fumble | | fumble_loss
    Throw a double 1 and you lose 2 points. Worse, if your opponent scores in that round, the match is his. A club may choose otherwise: another
    number.
A4 | Two double 1s | P7
    Nobody scored, so each of you loses 2 points.
A5 | Scores below zero | P7 | floor
    A fumble can take you under zero. A club may choose otherwise: a floor below which no score falls.
A6 | Double 20 meets double 1 | P6 P7
    The double 20 wins, whichever of the two clauses you ask.
R5 | First to fifteen | | target
    Whoever reaches 15 points first wins. It is looked at only when a round is complete, so that neither of you has had more attempts. A club may
    choose otherwise: another target.
A8 | Both past fifteen | R5 | tie_rule
    If you get there in the same round, the higher total wins; if level, full rounds follow until you differ. A club may choose otherwise: level
    totals are a draw or go to contestant A, or else totals are forgotten and whoever first outscores the other in a later round wins.
A48 | The last score | R5 P6 P7
    After a sudden end the score shows that round as well, with what the winner's dice earned. A double 20 that wins adds nothing.

# Fighters
    Strike with what you have, and leave magic alone.
F1 | Any weapon you like
    Write down a sword, a stool or your bare fists. It is for the tale and makes no difference to the dice.
F2 | No magic for fighters
    When a judge finds that a fighter used magic, that is his one change of class. He is a mage from his next match on.
R6 | One change of class
    You enter as a fighter or as a mage. In the whole tournament you may change once; a second change is refused.
A35 | When you may change | R6 F2
    Between two matches, never during one. Whether a fighter cast a spell is for a judge to say.

# Mages
    A mage needs two rounds for a blow: he conjures, then he casts.
M1 | Rules of their own
    A mage does not fight as a fighter does. What follows is for him.
A11 | Mage's clauses come first | M1 P1
    Where they differ from the general ones they win. So there are rounds in which one side has no throw.
A30 | Mage against mage | M1 M2
    You both conjure in one round, without any dice, and both cast in the next. A man-at-arms throws only when somebody attacks his mage.
M2 | Two steps to a spell
    Step one is conjuring, step two is casting. Each takes a round.
A10 | Conjuring needs no dice | M2 M4
    It succeeds by itself unless it is broken. It earns the mage nothing; only a double 20 from his man-at-arms can bring him points in that step.
A9 | Conjuring counts as an attempt | M2 R5 | mage_last_cast
    If the mage's opponent reaches 15 in that round, the match is over. A club may choose otherwise: a mage whose conjuring stands still gets his
    cast.
A28 | Conjuring all alone | M2 M6 | lone_conjure
    A mage without a man-at-arms cannot defend himself while he conjures. A club may choose otherwise: he throws to shield himself, at a mage's
    threshold. Then it only matters whether he scores; his double 20 and double 1 do nothing special.
A29 | Double 20 on a lone mage | M2 P6 | lone_double20
    Nobody on his side can score, so he has lost the match. A club may choose otherwise: it earns the attacker 5 points and breaks the spell.
M3 | Struck while conjuring
    A mage who is struck in step one loses that spell. No cast comes of it.
A13 | Struck, then start anew | M3 M6 | struck_forever
    Only the broken spell is lost, and the mage conjures again. A club may choose otherwise: one broken conjuring ends his casting for the match,
    save for a free cast.
M4 | Throwing the spell
    When his conjuring has succeeded, the mage throws for the effect of his spell.

# Men-at-arms
    A mage may bring somebody to stand in front of him while he conjures.
M5 | A shield, not a sword
    His man-at-arms is there to defend. He never strikes the opponent.
A46 | Picked before the match | M5
    Say who guards you before the first throw of a match. If he is lost, you have him back for the next one.
A12 | What it takes to shield | M5 M7 | man_at_arms_low
    A man-at-arms scores from 15 upwards, for he is no mage himself. A club may choose otherwise: another lowest number.
A17 | Attacker fumbles, guard scores | M5 P7 | fighter_fumble_vs_man_at_arms
    The attacker loses 2 points but not the match, because a man-at-arms strikes nobody. A club may choose otherwise: it costs the attacker the
    match.
M6 | The shield fails
    If the attacker scores and nobody shields the mage, the spell is broken. The mage conjures again.
M7 | The shield holds
    A score by the man-at-arms lets the mage cast in the round after.
A14 | One point stops everything | M7 | block
    A man-at-arms who scores stops the whole blow, even four points of it. A club may choose otherwise: his points come off the attacker's, the
    rest counts, and the mage still casts next.
A15 | Double 20 on the shield | M7 P6 | crit_through
    The attacker gains his 5 points, but the conjuring stands and the mage casts next. A club may choose otherwise: the double 20 breaks the
    conjuring too.
M8 | Making room to cast
    When the mage casts, he and his opponent both throw. His man-at-arms makes room and has no throw.
M9 | When the man-at-arms fumbles
    If he throws a double 1 and the attacker scores, he is out for the match and the attacker has a free roll. If the attacker scores nothing, he
    hits his own mage.
A18 | His fumble, their hit | M9 X3 | man_at_arms_fumble_vs_score
    The man-at-arms is out for this match, the attacker has one free roll, and then the mage casts. A club may choose otherwise: the mage has to
    conjure anew, or the man-at-arms is not out at all and is back after the free roll, while the mage begins again.
A19 | That hit counts too | M9 X3 | man_at_arms_fumble_points
    The attacker keeps what that throw earned and adds his free roll. A club may choose otherwise: only the free roll counts.
A20 | His fumble, their miss | M9 X4 | man_at_arms_fumble_vs_none
    He strikes his own mage for 2 points and stays in the match. A club may choose otherwise: the attacker has a free roll instead, the
    man-at-arms stays and so does the spell.
A21 | A friend's blow counts | M9 M3 X4 | man_at_arms_fumble_breaks
    A mage hit by his own man-at-arms has been struck, so the spell is broken. A club may choose otherwise: the conjuring stands.
A22 | Who pays for it | M9 X4 | own_strike
    The mage's score goes down by 2. A club may choose otherwise: his opponent's goes up by 2.
A17a | Scoring means the dice | M9 M10 P6
    Whenever a clause asks whether somebody scored, look at his dice. A point that was shielded was shown all the same.
M10 | The man-at-arms excels
    He throws a double 20. If the attacker scored nothing, the mage has a free cast at once. If the attacker did score, the blow is stopped, he
    suffers 3 points himself, and the mage casts next.
A23 | Where those three go | M10 X6 | man_at_arms_critical_damage
    The mage's score goes up by 3. A club may choose otherwise: the attacker's goes down by 3.
A16 | Double 20 on both sides | M10 P6
    The attacker gains 5, the mage 3, and the mage casts in the next round. There is no free cast.
A24 | What a free cast is | M10 X5 | free_cast
    It is the mage's step two, only without a throw against it. After it he conjures again with his man-at-arms back in place. A club may choose
    otherwise: it is a gift, and his ordinary cast still follows.
A26 | Double 20, no answer | P6 M9 M10 | free_double20
    In a free roll or free cast nobody can score against you, so a double 20 wins. A club may choose otherwise: it earns 5.
A27 | Double 1, no answer | P7 M9 M10 | free_fumble
    In a free roll or free cast it costs you 2 points as ever. A club may choose otherwise: it costs nothing.

# Worked examples
    The sheet's own thirteen, as small stories. When a clause is unclear, these have the last word.
E1 | A spell well guarded
    A fighter throws 15 and 9 at a conjuring mage. The mage's man-at-arms scores, so nothing gets through. Next round the fighter throws 16 and
    17, the mage 15 and 15. Fighter 2, mage 2.
E2 | A spell broken
    Again the fighter throws 15 and 9, but the man-at-arms only manages 10 and 10. The blow lands and the spell is gone. Fighter 1, mage 0.
E3 | A quiet round for the fighter
    The fighter throws 10 and 9, the man-at-arms 15 and 10. In the next round the fighter's 7 and 9 miss while the mage casts with 17 and 17.
    Fighter 0, mage 2.
G1 | A double 20 answered
    Two fighters, A and B. A throws 20 and 20, but B scores with 15 and 9. Five for A, one for B, and they fight on.
G2 | A double 20 unanswered
    A throws 20 and 20 and B just 9 and 9. A has won on the spot.
G3 | A fumble forgiven
    A throws 1 and 1, and B's 10 and 9 are no use to him. A stands at minus 2, B at 0.
G4 | A fumble punished
    A throws 1 and 1 while B's 15 and 9 score. B has won.
X1 | Guard against the double 20
    A fighter throws 20 and 20. The man-at-arms answers for his mage with 15 and 9, so it is not the end. Fighter 5, mage 0.
X2 | No guard in time
    A fighter throws 20 and 20, and the man-at-arms shows 10 and 9. The fighter has won.
X3 | The guard trips
    The fighter scores with 17 and 9 just as the man-at-arms throws 1 and 1. That guard is out of the match. Fighter 1, mage 0; the fighter has a
    free roll, and then the mage can cast.
X4 | A blow from behind
    The fighter's 10 and 9 miss, but the man-at-arms throws 1 and 1 and hits his own mage. Fighter 0, mage minus 2. The man-at-arms fights on.
X5 | The guard opens the way
    The fighter misses with 10 and 9 and the man-at-arms throws 20 and 20. He makes room, and the mage casts at once with nobody throwing against
    him.
X6 | The guard strikes sparks
    The fighter throws 15 and 9 against the man-at-arms' 20 and 20. Nothing gets through. Fighter 0, mage 3, and the mage casts next round.
"""
