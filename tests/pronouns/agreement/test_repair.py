"""Agreement repair: the sentence with another pronoun."""

from __future__ import annotations

import pytest
from french import SmallLexicon
from hypothesis import given
from hypothesis import strategies as st

from antecede.alignment import Link
from antecede.languages import Gender
from antecede.pronouns.agreement.repair import repair

LEXICON = SmallLexicon()

REPAIRS = [
    ("Ils sont partis .", 0, "elles", "Elles sont parties ."),
    ("Il est grand .", 0, "elle", "Elle est grande ."),
    ("il est grand et vert .", 0, "elle", "elle est grande et verte ."),
    ("il est très grand , fort et vert .", 0, "elle", "elle est très grande , forte et verte ."),
    ("C' est grand .", 0, "elle", "Elle est grande ."),
    ("C' est grand .", 0, "ils", "Ils sont grands ."),
    ("ce n' est pas vrai .", 0, "elle", "elle n' est pas vraie ."),
    ("Elle est rouge .", 0, "ce", "C' est rouge ."),
    ("Elle est vraie .", 0, "ce", "C' est vrai ."),
    ("Elle n' est pas vraie .", 0, "ce", "Ce n' est pas vrai ."),
    ("Il fait peur .", 0, "ce", "Ça fait peur ."),
    ("Il fait peur .", 0, "ça", "Ça fait peur ."),
    ("il est vrai .", 0, "ça", "c' est vrai ."),
    ("il est vrai .", 0, "cela", "cela est vrai ."),
    ("il sera beau .", 0, "ça", "ça sera beau ."),
    ("il sera beau .", 0, "ce", "ce sera beau ."),
    ("Ils sont des amis .", 0, "ce", "Ce sont des amis ."),
    ("je pense qu' il est parti .", 3, "elle", "je pense qu' elle est partie ."),
    ("je pense qu' il est parti .", 3, "ce", "je pense que c' est parti ."),
    ("je pense que c' est vrai .", 3, "elle", "je pense qu' elle est vraie ."),
    ("s' il vient , je pars .", 1, "elle", "si elle vient , je pars ."),
    ("si elle vient , je pars .", 1, "il", "s' il vient , je pars ."),
    ("si c' est vrai", 1, "il", "s' il est vrai"),
    ("S' il est vrai", 1, "ce", "Si c' est vrai"),
    ("lorsqu' il parle", 1, "ça", "lorsque ça parle"),
    ("est -il parti ?", 1, "elle", "est -elle partie ?"),
    ("Est -elle grande ?", 1, "ce", "Est -ce grand ?"),
    ("a -t -il été vu ?", 2, "elle", "a -t -elle été vue ?"),
    ("ont -ils mangé ?", 1, "il", "a -t -il mangé ?"),
    ("mange -t -il ?", 2, "ils", "mangent -ils ?"),
    ("Est -ce vrai ?", 1, "elle", "Est -elle vraie ?"),
    ("il ne l' a pas vue .", 0, "elle", "elle ne l' a pas vue ."),
    ("je l' ai vu .", 1, "la", "je l' ai vue ."),
    ("je l' ai vu .", 1, "les", "je les ai vu ."),
    ("je ne le vois pas .", 2, "la", "je ne la vois pas ."),
    ("je la vois .", 1, "les", "je les vois ."),
    ("je la aime .", 1, "le", "je l' aime ."),
    ("je les aime .", 1, "la", "je l' aime ."),
    ("nous l' avons déjà vu .", 1, "la", "nous l' avons déjà vue ."),
    ("nous l' avons vu partir .", 1, "la", "nous l' avons vu partir ."),
    ("pour le voir", 1, "la", "pour la voir"),
    ("pour le rendre plus grand", 1, "la", "pour la rendre plus grande"),
    ("je le trouve beau .", 1, "la", "je la trouve belle ."),
    ("Prends -le !", 1, "la", "Prends -la !"),
    ("Il a été vu .", 0, "elle", "Elle a été vue ."),
    ("Il a mangé .", 0, "elle", "Elle a mangé ."),
    ("Il va être vendu .", 0, "elle", "Elle va être vendue ."),
    ("Il peut être très utile et important .", 0, "elle", "Elle peut être très utile et importante ."),
    ("Il semble content .", 0, "elle", "Elle semble contente ."),
    ("Il est devenu grand .", 0, "elle", "Elle est devenue grande ."),
    ("Il a l' air de venir .", 0, "ils", "Ils ont l' air de venir ."),
    ("Ils mangent du pain .", 0, "il", "Il mange du pain ."),
    ("Ils viennent de Paris .", 0, "elle", "Elle vient de Paris ."),
    ("c' est la plus grande .", 0, "il", "il est le plus grand ."),
    ("il est le plus important .", 0, "elle", "elle est la plus importante ."),
    ("il s' est lavé .", 0, "elle", "elle s' est lavée ."),
    ("elle s' est lavé les mains .", 0, "ils", "ils se sont lavé les mains ."),
    ("elle s' est rendu compte .", 0, "elles", "elles se sont rendu compte ."),
    ("Ils se sont rendus à Paris .", 0, "elles", "Elles se sont rendues à Paris ."),
    ("Il le fait lui-même .", 0, "elle", "Elle le fait elle-même ."),
    ("Ils sont tous partis .", 0, "elles", "Elles sont toutes parties ."),
    ("pour elle ,", 1, "il", "pour lui ,"),
    ("Elle est venue et est repartie .", 0, "il", "Il est venu et est reparti ."),
    ("Ils sont grands et ont faim .", 0, "il", "Il est grand et a faim ."),
    ("IL EST GRAND", 0, "elle", "ELLE EST GRANDE"),
    ("c’ est beau", 0, "elle", "elle est belle"),
    ("je pense qu’ elle est belle", 3, "ce", "je pense que c’ est beau"),
    ("Il est en train d' être vendu .", 0, "elle", "Elle est en train d' être vendue ."),
    ("Elle est médecin .", 0, "il", "Il est médecin ."),
    ("Ça marche .", 0, "elle", "Elle marche ."),
    ("Cela a été fait .", 0, "elle", "Elle a été faite ."),
    ("Ça ne marche pas .", 0, "ils", "Ils ne marchent pas ."),
    ("On est parti .", 0, "ils", "Ils sont partis ."),
    ("je lui parle .", 1, "leur", "je leur parle ."),
    ("Il a dû être vendu .", 0, "elle", "Elle a dû être vendue ."),
    ("Il aurait pu devenir fou .", 0, "elle", "Elle aurait pu devenir folle ."),
    ("Ce doit être beau .", 0, "elle", "Elle doit être belle ."),
    ("Il doit être beau .", 0, "ce", "Ce doit être beau ."),
    ("elle est considérée comme dangereuse", 0, "il", "il est considéré comme dangereux"),
    ("Est -elle heureuse et fière ?", 1, "il", "Est -il heureux et fier ?"),
    ("il est bien plus heureux que moi", 0, "elle", "elle est bien plus heureuse que moi"),
    ("Il est important de partir .", 0, "ce", "C' est important de partir ."),
    ("Je parle d' elle .", 3, "il", "Je parle de lui ."),
    ("Elles ont été vues .", 0, "ils", "Ils ont été vus ."),
    ("Elle est prête à être vendue .", 0, "il", "Il est prêt à être vendu ."),
    ("il est fort utile .", 0, "elles", "elles sont fort utiles ."),
    ("Les chats , ils dorment .", 3, "elles", "Les chats , elles dorment ."),
    ("Il est grand homme .", 0, "elle", "Elle est grand homme ."),
    ("Il est xylophoné .", 0, "elle", "Elle est xylophonée ."),
    ("Il zorgle .", 0, "elle", "Elle zorgle ."),
    ("Ils voient toutes les fleurs .", 0, "elles", "Elles voient toutes les fleurs ."),
    ("n' est -il pas parti ?", 2, "elle", "n' est -elle pas partie ?"),
]
DECLINED = [
    ("est -ce que tu viens ?", 1, "elle"),
    ("le chat dort .", 0, "la"),
    ("Il y a des gens .", 0, "elle"),
    ("Il n' y a pas de gens .", 0, "ce"),
    ("Il faut partir .", 0, "elle"),
    ("il s' agit de lui", 0, "elle"),
    ("C' est pourquoi il part .", 0, "elle"),
    ("ce qui est vrai", 0, "elle"),
    ("ce sont des fleurs .", 0, "elles"),
    ("C' est un homme .", 0, "il"),
    ("ce livre est beau", 0, "elle"),
    ("il était temps .", 0, "elle"),
    ("Il est important de partir .", 0, "elle"),
    ("C' est important que tu viennes .", 0, "elle"),
    ("Il a été décidé de partir .", 0, "elle"),
    ("Il zorgle .", 0, "ils"),
    ("elle", 0, "il"),
    ("y a -t -il du pain ?", 3, "elle"),
]


@pytest.mark.parametrize(("sentence", "position", "pronoun", "expected"), REPAIRS)
def test_what_agrees_with_the_new_pronoun_changes_with_it(
    sentence: str, position: int, pronoun: str, expected: str
) -> None:
    repaired = repair(sentence.split(), position, pronoun, LEXICON, language_code="fr")
    assert repaired is not None
    assert " ".join(repaired.tokens) == expected


@pytest.mark.parametrize(("sentence", "position", "pronoun"), DECLINED)
def test_a_replacement_that_would_leave_the_sentence_wrong_is_declined(
    sentence: str, position: int, pronoun: str
) -> None:
    assert repair(sentence.split(), position, pronoun, LEXICON, language_code="fr") is None


def test_edits_tell_what_was_changed_and_where() -> None:
    repaired = repair("je pense qu' il est parti .".split(), 3, "ce", LEXICON, language_code="fr")
    assert repaired is not None
    assert repaired.edits == ((2, "qu'", "que"), (3, "il", "c'"))


def test_links_follow_their_words_when_one_is_put_in_or_left_out() -> None:
    put_in = repair(
        "ont -ils mangé ?".split(), 1, "il", LEXICON, language_code="fr", alignment=[Link(1, 0), Link(0, 1), Link(2, 2)]
    )
    assert put_in is not None
    assert put_in.tokens == ("a", "-t", "-il", "mangé", "?")
    assert (put_in.position, put_in.alignment) == (2, (Link(1, 0), Link(0, 2), Link(2, 3)))
    left_out = repair(
        "mange -t -il ?".split(), 2, "ils", LEXICON, language_code="fr", alignment=[Link(1, 0), Link(0, 1), Link(0, 2)]
    )
    assert left_out is not None
    assert (left_out.position, left_out.alignment) == (1, (Link(1, 0), Link(0, 1)))


def test_a_plural_object_takes_its_gender_from_the_antecedent() -> None:
    repaired = repair("je l' ai vu .".split(), 1, "les", LEXICON, language_code="fr", gender=Gender.FEMININE)
    assert repaired is not None
    assert " ".join(repaired.tokens) == "je les ai vues ."


@pytest.mark.parametrize(("sentence", "position", "pronoun", "expected"), REPAIRS)
def test_the_same_pronoun_again_changes_nothing(sentence: str, position: int, pronoun: str, expected: str) -> None:
    first = repair(sentence.split(), position, pronoun, LEXICON, language_code="fr")
    assert first is not None
    now = first.tokens[first.position].lower().lstrip("-").replace("’", "'")
    again = repair(first.tokens, first.position, {"c'": "ce", "l'": pronoun}.get(now, now), LEXICON, language_code="fr")
    assert again is None or " ".join(again.tokens) == expected


WORDS = st.sampled_from(
    sorted({word for row in REPAIRS for word in row[0].split()} | {"", "’", "-il", "-t", "qu'", "l'", "Œ", "123"})
)


@given(
    st.lists(WORDS, max_size=9),
    st.integers(-1, 9),
    st.sampled_from(["il", "elles", "ce", "ça", "la", "les", "on", "x"]),
)
def test_any_words_are_repaired_or_declined(tokens: list[str], position: int, pronoun: str) -> None:
    repaired = repair(
        tokens,
        position,
        pronoun,
        LEXICON,
        language_code="fr",
        alignment=[Link(0, place) for place in range(len(tokens))],
    )
    if repaired is None:
        return
    assert abs(len(repaired.tokens) - len(tokens)) <= 1
    assert all(0 <= link.target < len(repaired.tokens) for link in repaired.alignment)
    assert 0 <= repaired.position < len(repaired.tokens)


@pytest.mark.parametrize(
    ("sentence", "position", "pronoun", "expected"),
    [
        ("Her house is old .", 0, "its", "Its house is old ."),
        ("I saw their house .", 2, "his", "I saw his house ."),
        ("He sleeps .", 0, "it", "It sleeps ."),
        ("He sleeps .", 0, "they", None),
        ("I saw him .", 2, "them", "I saw them ."),
        ("I saw him .", 2, "she", None),
        ("His husband left .", 0, "its", None),
        ("He lost his left hand .", 2, "its", None),
        ("His husband left .", 0, "her", "Her husband left ."),
        ("He saw his car , my brother said .", 2, "its", "He saw its car , my brother said ."),
    ],
)
def test_english_pronouns_are_replaced_where_nothing_else_would_change(
    sentence: str, position: int, pronoun: str, expected: str | None
) -> None:
    repaired = repair(sentence.split(), position, pronoun, None, language_code="en")
    assert (repaired and " ".join(repaired.tokens)) == expected
