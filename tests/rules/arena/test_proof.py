"""The dice and their proof: what anyone can recompute, and that nothing of a published log can be altered unnoticed."""

import hashlib
import hmac
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rules.arena import proof
from rules.arena.proof import Proven

VECTORS = json.loads((Path(__file__).parents[1] / "vectors" / "arena_dice.json").read_text(encoding="utf-8"))
LINKS = proof.chain(bytes.fromhex(VECTORS["chain"]["secret"]))
MATCH, WORDS, ANCHORS = "spring/W1.1/1", ("sun", "moon"), (LINKS[0].hex(),)


def test_the_chain_is_hashed_from_its_last_link_down_to_the_anchor():
    assert len(LINKS) == proof.LINKS + 1 == VECTORS["links"] + 1
    assert LINKS[0].hex() == VECTORS["chain"]["anchor"]
    assert LINKS[-1].hex() == VECTORS["chain"]["secret"]
    for i, link in VECTORS["chain"]["some"].items():
        assert LINKS[int(i)].hex() == link
        assert hashlib.sha256(LINKS[int(i)]).digest() == LINKS[int(i) - 1]
        assert proof.leads_to(LINKS[int(i)], int(i), LINKS[0])
        assert not proof.leads_to(LINKS[int(i)], int(i) - 1, LINKS[0])


@pytest.mark.parametrize("vector", VECTORS["commitments"], ids=lambda v: v["match"])
def test_the_commitment_binds_match_and_anchor(vector):
    anchor = bytes.fromhex(vector["anchor"])
    assert proof.commitment(vector["match"], anchor) == vector["commitment"]
    assert hashlib.sha256(f"{vector['match']}|{vector['anchor']}".encode()).hexdigest() == vector["commitment"]


@pytest.mark.parametrize("vector", VECTORS["places"], ids=lambda v: f"{v['round']}{v['role']}")
def test_a_place_comes_from_round_and_role(vector):
    assert proof.place(vector["round"], vector["role"]) == (vector["chain"], vector["i"])


def test_no_two_throws_share_a_place_and_a_used_up_chain_opens_the_next():
    places = [proof.place(round_, role) for round_ in range(1, 401) for role in proof.ROLES]
    assert len(set(places)) == len(places)
    assert places == [(n // 1000 + 1, n % 1000 + 1) for n in range(2400)]


@pytest.mark.clause("R1", "P2")
@pytest.mark.parametrize("vector", VECTORS["dice"], ids=lambda v: f"{v['i']}{v['role']}")
def test_the_dice_are_those_of_the_vector(vector):
    link, words = bytes.fromhex(vector["link"]), (vector["words_a"], vector["words_b"])
    assert proof.dice(link, vector["match"], vector["i"], vector["role"], *words) == tuple(vector["dice"])


def by_the_book(link: bytes, match: str, i: int, role: str, words: tuple[str, str]) -> list[int]:
    """The same dice written down once more, a line at a time."""
    hashes = [hashlib.sha256(w.encode("utf-8")).hexdigest() for w in words]
    stream = hmac.new(link, "|".join(["arena-v1", match, str(i), role, *hashes]).encode("utf-8"), hashlib.sha256).digest()
    return [byte % 20 + 1 for byte in stream if byte < 240][:2]


def test_some_vectors_throw_bytes_away():
    thrown_away = 0
    for v in VECTORS["dice"]:
        found = by_the_book(bytes.fromhex(v["link"]), v["match"], v["i"], v["role"], (v["words_a"], v["words_b"]))
        assert found == v["dice"]
        said = f"arena-v1|{v['match']}|{v['i']}|{v['role']}|" + "|".join(hashlib.sha256(v[w].encode()).hexdigest() for w in ("words_a", "words_b"))
        thrown_away += max(hmac.digest(bytes.fromhex(v["link"]), said.encode(), "sha256")[:2]) >= proof.FAIR
    assert thrown_away >= 6


@settings(max_examples=50, deadline=None)
@given(st.integers(1, 1000), st.sampled_from(proof.ROLES), st.text(max_size=20), st.text(max_size=20))
def test_any_throw_can_be_recomputed(i, role, words_a, words_b):
    pair = proof.dice(LINKS[i], MATCH, i, role, words_a, words_b)
    assert list(pair) == by_the_book(LINKS[i], MATCH, i, role, (words_a, words_b))
    assert all(1 <= die <= 20 for die in pair)


def chi_square(counts: Counter, cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((counts[i] - expected) ** 2 / expected for i in range(cells))


@pytest.mark.clause("R1", "P2")
def test_two_hundred_thousand_dice_are_fair_and_the_test_would_see_if_they_were_not():
    """50 and 500 are far beyond chance for 19 and 399 degrees of freedom; without throwing bytes away the same dice miss it by far."""
    faces, pairs, biased = Counter(), Counter(), Counter()
    for n in range(100):
        links = proof.chain(hashlib.sha256(f"fair {n}".encode()).digest())
        for i in range(1, 1001):
            a, b = proof.dice(links[i], f"match {n}", i, "A", "sun", "moon")
            faces.update((a - 1, b - 1))
            pairs[20 * (a - 1) + b - 1] += 1
            biased.update(byte % 20 for byte in hmac.digest(links[i], b"biased", "sha256")[:2])
    assert faces.total() == biased.total() == 200_000
    assert chi_square(faces, 20) < 50
    assert chi_square(pairs, 400) < 500
    assert chi_square(biased, 20) > 100


def log() -> list[Proven]:
    """A fighter against a guarded mage: three rounds."""
    throws = []
    for round_, role in ((1, "A"), (1, "CB"), (2, "A"), (2, "B"), (3, "A"), (3, "CB")):
        number, i = proof.place(round_, role)
        throws.append(Proven(round_, role, proof.dice(LINKS[i], MATCH, i, role, *WORDS), number, LINKS[i].hex()))
    return throws


def problems(throws, match=MATCH, anchors=ANCHORS, words=WORDS):
    return proof.problems(match, anchors, words, throws)


def test_an_honest_log_has_no_problems_in_whatever_order_it_is_read():
    assert problems(log()) == []
    assert problems(log()[::-1]) == []


def other_die(die: int) -> int:
    return die % 20 + 1


@pytest.mark.parametrize("n", range(6))
@pytest.mark.parametrize(
    "alter,code",
    [
        (lambda t: replace(t, dice=(other_die(t.dice[0]), t.dice[1])), "wrong_dice"),
        (lambda t: replace(t, dice=(t.dice[0], other_die(t.dice[1]))), "wrong_dice"),
        (lambda t: replace(t, link=hashlib.sha256(b"mine").hexdigest()), "wrong_link"),
        (lambda t: replace(t, link=t.link[:-1]), "wrong_link"),
        (lambda t: replace(t, link="mine"), "wrong_link"),
        (lambda t: replace(t, chain=2), "wrong_place"),
        (lambda t: replace(t, link=None, chain=None), "typed"),
        (lambda t: replace(t, round=t.round + 10), "wrong_link"),
    ],
)
def test_an_altered_throw_is_found(n, alter, code):
    throws = log()
    throws[n] = alter(throws[n])
    assert (throws[n].round, throws[n].role, code) in problems(throws)


def test_a_throw_given_another_role_or_told_twice_is_found():
    throws = log()
    assert (1, "B", "wrong_link") in problems([replace(throws[0], role="B"), *throws[1:]])
    assert (1, "A", "twice") in problems([throws[0], *throws])


def test_swapped_throws_are_found():
    throws = log()
    swapped = [replace(throws[0], dice=throws[2].dice, link=throws[2].link), *throws[1:]]
    assert (1, "A", "wrong_link") in problems(swapped)


def test_other_words_another_match_or_another_anchor_are_found():
    assert problems(log(), words=("moon", "sun"))
    assert problems(log(), match="spring/W1.2/1")
    assert next(code for _, _, code in problems(log(), anchors=(LINKS[1].hex(),))) == "wrong_link"
    assert {code for _, _, code in problems(log(), anchors=())} == {"no_chain"}


def test_a_second_chain_is_checked_against_its_own_anchor():
    number, i = proof.place(167, "DB")
    assert (number, i) == (2, 2)
    other = proof.chain(hashlib.sha256(b"second").digest())
    throw = Proven(167, "DB", proof.dice(other[i], MATCH, i, "DB", *WORDS), number, other[i].hex())
    assert problems([throw], anchors=(LINKS[0].hex(), other[0].hex())) == []
    assert problems([throw], anchors=(LINKS[0].hex(), LINKS[0].hex())) == [(167, "DB", "wrong_link")]
