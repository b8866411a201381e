"""The campaign's clauses and readings, in our own words.

How these lines are built is told in `rules.clauses`.
"""

TEXT = """\
# Provinces
    Every army has its home on the map. Where you live decides whom you can fight.
C1 | A province for everyone
    Your army decides where you live. The umpire gives every player a province of his own, and it must border somebody else's, or its holder could
    never fight.
K1 | Two with one army | C1
    Do two players bring the same army, or is your army's home off the map? Then the umpire picks another province. It is still one each.
K2 | Land nobody holds | C1 | unheld_land
    Empty land is a wall: nobody crosses it and nobody conquers it. The umpire may draw straits and passes over it while setting up. A club may
    choose otherwise: then all who touch the same stretch of empty land are neighbours.

# Rounds
    Talk first, fight afterwards, four times over.
C2 | Four rounds, two phases | | rounds battle_hours
    Each round opens with diplomacy, for as long as the umpire lets it run, and ends with battle, on a clock of three hours. Wars are declared in
    the first and results entered in the second, never the other way round. A club may choose otherwise: more or fewer rounds or hours.
K45 | When time runs out | C2
    A battle still undecided when the three hours are up is scored as it lies on the table. No army broke, so nobody becomes a lord through it.
S1 | The empty schedule
    The sheet promises a schedule and then leaves it blank, so the umpire enters the dates and hours.
K49 | Dates before round one | S1
    The campaign cannot begin its first round until the schedule is filled in.

# Talk and declarations
    Promise what you like to whom you like. In the end you name one neighbour, under seal.
C3 | Talk as you like
    During diplomacy you may write, bargain, flatter and deceive. It stays between you and those you write to, and nobody here will hold you to a
    bargain.
K11 | Free words, binding orders | C3 C8
    Talk binds nobody, yet a subordinate obeys his lord. The two do not clash: an order is something a lord files here, not something he says to
    you over coffee.
K15 | Friends are not lords | C3 C8
    Sworn friendship changes nothing on the map. Only lords and their subordinates join their land.
C4 | One declaration each
    Before diplomacy closes you file one declaration of war, against somebody who borders your territory. Any other target is refused, and the
    umpire can see who has not filed yet.
K3 | File early, change freely | C4
    File whenever you like while diplomacy is open, and change your mind as often as you wish. What you filed last is what counts.
K4 | Sealed until the close | C4 | umpire_sees
    Nobody reads your declaration until diplomacy closes; then all are opened together. Only the umpire may look earlier, and if he plays in the
    campaign himself he sees who has filed but not what. A club may choose otherwise: he may always look, or never.
K5 | Nothing lawful handed in | C4 | missing_declaration
    A target you may not attack is refused when you enter it. If you have no lawful declaration at the close, you start no war; the umpire is
    told, and others can still attack you. A club may choose otherwise: the lot then picks a lawful target for you.
K6 | Nobody left to attack | C4
    If you have no lawful target at all, you may file an empty declaration. In no other case is an empty one taken.
K8 | Attacked without declaring | C4
    You can be attacked, and you defend yourself, whether or not you declared a war of your own.

# Battles
    The declarations become battles, and nobody fights more than once in a phase.
C5 | Who meets whom | | team_cap
    The umpire makes battles out of the declarations. If several players attack the same one they fight together as a double, at most four of
    them. A club may choose otherwise: a larger or smaller double.
K17 | Attack or defend | C5
    You may be attacking one player while another attacks you, but you fight once. Which war goes ahead is decided for the good of the whole
    round, as the next ruling says.
K18 | What the pairing aims at | C5
    As many attackers as possible get the war they asked for. Among such pairings, as few people as possible sit out. After that, wars wanted by
    both sides come first, and the lot settles whatever is still open.
K19 | Declarations in a ring | C5
    When players declare on each other in a circle, an even circle can be split into battles in two ways and the lot takes one. In an odd circle
    the lot decides who is left over.
K20 | Too many attackers | C5
    If more people attack one player than a double can hold, the aims of the pairing come first and then a published lot, in which those idle last
    round stand ahead. The umpire may change this if he writes down why. Anyone can redo the lot: number the players by entry, then sort
    them by SHA-256 of "seed|lot|round|number".
K21 | Left without a battle | C5
    Whoever the pairing cannot place has no battle this round. The umpire may still match two idle players by hand, provided that they could
    lawfully be at war.
K22 | Each declares on the other | C5
    Two players who name each other fight one battle, and both declarations are honoured by it.
C6 | Four hundred points a side | | army_points
    Battles follow DBM 2.1. A side has no more than 400 army points, and the partners of a double share one such army. A club may choose
    otherwise: a larger or smaller limit.

# Lords and subordinates
    Break an army and its player becomes your subordinate. So pyramids grow, and sometimes fall apart again.
C7 | The pyramid afterwards
    When the battles are over, it is worked out anew who is lord over whom, and the umpire confirms it.
C7a | Broken armies make lords
    Break the enemy's army and your victory is decisive: you become the direct lord of the player you beat. Break a double, and each of its
    members becomes your direct subordinate.
K23 | What is decisive | C7a
    Nothing but a broken army counts, however high the score. If both armies break, neither side gains a lord or a subordinate.
K29 | Every defeat means decisive | C7a C7b C7c
    A win on points alone makes nobody a lord, not for a double either, and it moves no followers. Whenever these clauses speak of defeat, they
    mean that the army broke.
K37 | Victor below his victim | C7a
    You may end up both above and below the same person. Then the new bond holds, and the one that still held you from above falls. This takes a
    rebellion or two crossed defeats.
K38 | Two crossed defeats | C7a C7d
    All battles of a phase count at the same moment, so it makes no difference which is reported first. When two lords are each beaten by the
    other's subordinate, both victors leave their old lord and keep the lord they beat.
C7b | A double wins
    After a decisive win the team names one of its members as the loser's new lord, or names nobody.
K24 | Naming the new lord | C7b C8
    All members must name the same person while the phase is open, or it is nobody. A subordinate in the team votes as his lord in that team does.
K25 | When nobody is named | C7b C7d
    The player you beat together keeps whatever lord he had. He changes lords only when a new one is named.
C7c | Followers come along
    A beaten lord comes under the victor with all his subordinates below him. But a subordinate who was larger than the victor had been before
    this win goes free.
K26 | The pyramid stays whole | C7c | structure
    The beaten lord remains lord of those below him, and the whole group now hangs under the victor. A club may choose otherwise: whoever below
    him is not freed answers to the victor directly.
K27 | How size is counted | C7c | count_mode
    Count all people below a player, at any depth, as it was when the battle phase began. To go free, a subordinate must have strictly more than
    the victor; the same number is not enough. A club may choose otherwise: count direct subordinates only.
K28 | What a freed subordinate keeps | C7c
    He leaves with all his own people, who remain his. His lord's defeat changes nothing below him.
C7d | Beaten once more
    A subordinate who is beaten decisively leaves his lord and comes under the new victor.
K47 | Lord and man side by side | C7a C7d
    When a lord and his own subordinate break together as a double, each of them comes directly under the victor. The old lord loses his man.
K48 | Lord and man, two victors | C7c C7d
    If both are beaten in the same phase by different players, each goes to the one who beat him.
C8 | Obedience and joined land
    A subordinate obeys his lord. Where their provinces touch, lord and subordinates have one territory together.
K9 | No war inside a pyramid | C8 C4 | internal_war
    You may not declare war on anyone in your own pyramid: not your lord, not those below you, not a fellow subordinate. A decisive battle, yours
    or your lord's, is what takes you out of it. A club may choose otherwise: subordinates may rebel against lords above them, or any war between
    neighbours inside is allowed.
K10 | How far obedience goes | C8
    Two things are enforced here: your lord's order decides your declaration, and your vote when you stand in a double with him. How you fight and
    what you field is between the two of you.
K10a | Orders from two lords | C8
    If two lords above you give different orders, the higher one is obeyed, for the lower must obey him as well. Of one lord's orders the latest
    counts.
K10b | Void and missing orders | C8
    An order counts only if it comes from a lord above you and names somebody you could lawfully attack. With no valid order, your own declaration
    stands.
K10c | Until when lords order | C8
    Orders may come in for as long as diplomacy is open, even after you have filed. They replace what you chose.
K12 | Who uses joined land | C8 | realm_sharing
    Everyone in a joined territory may attack whomever any part of it touches. A club may choose otherwise: only the head of the pyramid may, and
    everybody below him looks no further than his own province.
K13 | Who can be reached | C8 | realm_exposure
    Border any part of a joined territory and you may attack anyone in it, so no lord can hide behind his subordinates. A club may choose
    otherwise: only those whose own province is touched can be attacked.
K14 | Land in several pieces | C8
    Provinces of one pyramid join through any of its members. Where a gap keeps them apart, each piece is a territory by itself with borders of
    its own.
K16 | Land stays where it is | C8
    You win people, never provinces. Everyone holds the same province from first round to last.

# Peace
    After a fight you leave each other alone for a while.
C9 | A round of peace
    Players who met in battle cannot make war on each other in the round that follows. Then the peace is over.
K7 | Peace comes before duty | C9 C4 | peace_yields
    If peace shields every neighbour you have, you declare nothing and nobody blames you. A club may choose otherwise: then you may break the
    peace when it leaves you no target.
K30 | Between whom it holds | C9 | peace_scope
    Each attacker has peace with the defender, whoever won and also after a draw. Partners in a double gain none with each other. A club may
    choose otherwise: partners then have it as well.
K31 | Only those two people | C9
    It lasts just the next round, works in both directions, and covers nobody else. Lords and subordinates of either may still go to war.
K32 | No joining in either | C9
    You cannot help others against someone you have peace with, because everybody in a double has declared war on its enemy himself.

# Points
    Battles earn points every round. Lordship pays once, when everything is over.
C10 | Battle points and lordship | | lord_bonus
    A battle brings each player 0 to 10 points, by the scoring of DBM 2.1. After the last round a lord adds 5 for each subordinate. You see both
    columns. A club may choose otherwise: another bonus.
K33 | The score of a double | C10 | double_points
    Each partner writes down the full score of the team. A club may choose otherwise: partners split it evenly, and fractions are dropped.
K34 | For whom lords score | C10 | lord_points
    You score for everyone below you, however deep. In a chain of four, the top has 15, the next 10 and the third 5. A club may choose otherwise:
    direct subordinates only, or nothing except for whoever stands at the head of a pyramid.
K35 | When lordship is paid | C10
    It is reckoned by the pyramid as it stands when the last round's battles have been worked into it.
K36 | Points without a battle | C10 | idle_points
    A round without a battle brings nothing. A club may choose otherwise: a fixed number of points for sitting out.
K44 | Level at the end | C10
    Players with the same final total share a place.

# Army lists
    What you may bring, and how you divide it at the table.
L1 | In before the deadline | | list_deadline
    Your list must have arrived before 17 September 1999 begins, by the organisers' clock. Anything later is marked late. A club may choose
    otherwise: its own deadline.
K39 | A late list | L1 | late_lists
    It is taken with a mark beside it, and the umpire decides what to do. A club may choose otherwise: late lists are turned away.
L2 | Book one or book two
    Pick an army from list book 1 or 2 in its newest version, and say which edition you used. Other books are refused.
L3 | The size of an army | | army_points
    A list above 400 army points is refused. A club may choose otherwise: a larger or smaller limit.
L4 | No help from outside
    A list that brings external allies is refused.
L5 | Commands for each round
    Your list shows troops, not commands. How they are divided into commands you decide round by round.
K40 | No commands handed in | L5
    Then you fight with the commands you used before. If there never were any, the umpire is told.
L6 | The army of a double
    Partners make one army of 400 points out of their own lists, with at least one command from each. One is commander-in-chief and the others are
    allies, except that the commander-in-chief's subordinate is a sub-general.
K41 | Choosing the commander-in-chief | L6
    The partners choose, but nobody may be put in command of his own lord. Whoever has the commander-in-chief as a lord above him is sub-general.
    Everybody else is an ally, even when another ally is his lord.
K42 | Sharing out the points | L6
    Divide the 400 points as you please, as long as every partner brings a command.

# When something is odd
    The sheet cannot foresee everything. This is what we do when it happens.
K43 | A player leaves | C1 C4 C8 C10
    Nobody can attack his province any more, though the map still shows it. His declaration and his orders are void, those below him are free, and
    he earns his lord nothing at the end. All this takes the umpire's word.
K46 | Hardly anyone left to fight | C4 C8
    When one pyramid holds everybody or nearly everybody, the site says so as the round before closes. The umpire can then let a round pass with
    no fighting, or allow war inside the pyramid from the next round on.
K50 | Points that miss ten | C10
    Each side may write down anything from 0 to 10. If the two do not make ten together, you get a warning and no more.
K51 | Broken but ahead | C7a C10
    A side that broke the enemy should not have the lower score. If it has, the site warns and the umpire confirms what is true.
K52 | Putting a mistake right | C5 C7 C10
    Published pairings, played results and votes stand. Lords, peace and points are reckoned anew from the corrected act, and you see every change
    first. A war that proves unlawful stands, flagged, until the umpire keeps or strikes it. Until the next is published, the phase just closed
    can be opened again.
K53 | Acting for somebody else | C4 C5
    The umpire, or a judge in an arena, may enter things for any player, read from paper or told aloud, and the player needs no account. It always
    shows who did it and for whom.
"""
