"""The arena's clauses and readings, in our own words: how the tournament round the matches is run.

How these lines are built is told in `rules.clauses`.
"""

TEXT = """\
# The bracket
    Everybody may lose once. The second loss is the end.
R2 | Two losses and out
    It is double elimination: your first loss sends you to the losers' bracket, your second out of the tournament.
A33 | The second final | R2 | grand_final_reset
    If the unbeaten finalist loses, both have lost once, so they meet a second time and that decides. A club may choose otherwise: one final and
    no more.
A34 | The draw and byes | R2
    A lot, kept on record, makes the draw. Where numbers do not fit, those at the top of it have a bye, which is neither a win for them nor a loss
    for anybody. Anyone can redo a lot: number the contestants by entry, then sort them by SHA-256 of "seed|draw|number".
R4 | The official standings
    They follow from the results, and the Guardian signs them. If he changes something it shows as his change, with his reason.
R7 | Giving up the contest
    You may give up at any moment, and the decision is your own. You are out as if you had lost twice, your opponent goes through, and there is no
    way back.
A31 | Two losses, no more | R7
    Whoever resigns stands at two losses, whatever he had before.
A32 | Resigning inside the bracket | R7 R2
    In a match that is waiting or under way your opponent goes through, and nobody drops into the losers' bracket from it. Earlier results stand.
    It can happen that a match stays empty, and so does its loser's place.

# Clocks and judges
    Three days for a match, and a judge to help when life gets in the way.
R3 | Fight with honour | | ban_min_days
    Once somebody has won, no throw counts. If you saw the winner on your page and threw all the same, officials decide whether it was a late hit.
    A judge may ban whoever fights without honour, giving a reason, for 30 days at least. A club may choose otherwise: another shortest ban.
A47 | Foul blows score nothing | R3
    A dishonourable blow never counts as points. A judge deals with it.
A43 | Banned in mid-tournament | R3 R7
    A judge decides what it means for the tournament. If he says so, it is entered as a resignation.
R8 | Three days for a match
    You have 72 hours to play. If your opponent stays silent, or no time suits you both, tell a judge. He writes to both of you with a time no
    later than 36 hours after he learned of it. Whoever stays away then has resigned.
A36 | When the clock starts | R8 | post_hours
    It starts once both names of a match are listed. Begin in time and you may finish later. A club may choose otherwise: another number of hours.
A37 | The judge's 36 hours | R8 | judge_hours
    They run from the moment your report reaches a judge, the last minute included, and may reach beyond the 72. A club may choose otherwise:
    another number of hours.
A38 | Missing the judge's time | R8 R7 | no_show_grace_min
    Only a time set by a judge can cost you the match, and only a judge declares you absent; no clock does. If both stay away, both are out. In
    the final that leaves no champion, and the judges decide. A club may choose otherwise: some minutes of grace.
A45 | Silence for three days | R8
    If the 72 hours pass and nobody says a word, the judges are told. Nobody loses by it.
R9 | More time when needed
    Work, illness, parents: tell a judge. He may give you longer and notes why.
R10 | The rules meeting
    Before the first match everybody can bring questions to a meeting about the rules.
A44 | One meeting, in time | R10
    It is a single meeting with a set time, and that time must come before match one.

# Disagreements
    Write a scroll, and people who did not fight in the match will look at it.
D1 | The last word
    The Guardian or another judge settles a disagreement. There is no second ruling.
A41 | Who may rule | D1 D4 D5 R4 | ruling_quorum
    Any judge rules on conduct and scrolls. Only the Guardian signs standings and reopens matches. Nobody judges his own match; two judges
    together take the Guardian's place in his. A club may choose otherwise: several judges must agree, though the Guardian by himself is always
    enough.
D2 | Who the judges are
    The sheet names BlackHawke, who is also the Guardian, and beside him Lord William and Lord^KnightMayre. Each arena lists its own.
D3 | Sending a scroll
    If you fought in a match you may protest against it by scroll for 24 hours. After that it is refused and the result is fixed.
A39 | When those hours begin | D3 | dispute_hours
    They run from the scheduled time or the end of play, whichever came later; after a forfeit, from when the judge declared it. Exactly 24 hours
    is still in time. A club may choose otherwise: another number of hours.
A40 | Going on meanwhile | D3 R2 | advance_only_when_final
    Your next match is posted, provisionally, until the 24 hours end, a ruling falls or both of you accept. A scroll in time halts followers not
    yet begun; overturning re-pairs these. One already begun is void only if a judge, shown the consequences, confirms. A club may choose
    otherwise: followers wait for finality.
D4 | Scrolls beside the dice
    Whoever rules has all scrolls and the complete record of throws in front of him.
D5 | Reopening a match
    When no ruling would be fair, the Guardian sets the score and a new time, and you fight on from there. Against that there is no protest.
A42 | How a match resumes | D5
    The Guardian fixes score, each mage's step, whether the man-at-arms still stands, any free round due, and when. The dice go on where they left
    off. His call is final; what you play afterwards has 24 hours of its own for scrolls.
"""
