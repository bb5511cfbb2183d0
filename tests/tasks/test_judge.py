"""Translations are compared by what their pronouns and what agrees with them stand for."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

from antecede import Judge, Judged
from antecede.errors import AntecedeError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

# What stands before, in both languages; then a line, its right translation, and one that is wrong.
FRENCH = [
    # objects, and participles that agree with them
    ("The keys were lost.", "Les clés étaient perdues.", "He has taken them.", "Il les a prises.", "Il les a pris."),
    ("My car was old.", "Ma voiture était vieille.", "I sold it.", "Je l'ai vendue.", "Je l'ai vendu."),
    ("The books are heavy.", "Les livres sont lourds.", "She has read them.", "Elle les a lus.", "Elle les a lues."),
    (
        "The dog was hungry.",
        "Le chien avait faim.",
        "We left it at home.",
        "Nous l'avons laissé à la maison.",
        "Nous l'avons laissée à la maison.",
    ),
    (
        "The idea was good.",
        "L'idée était bonne.",
        "Everybody understood it.",
        "Tout le monde l'a comprise.",
        "Tout le monde l'a compris.",
    ),
    (
        "The flowers were dead.",
        "Les fleurs étaient mortes.",
        "My mother threw them away.",
        "Ma mère les a jetées.",
        "Ma mère les a jetés.",
    ),
    (
        "The problem was difficult.",
        "Le problème était difficile.",
        "She solved it.",
        "Elle l'a résolu.",
        "Elle l'a résolue.",
    ),
    (
        "The box is here.",
        "La boîte est ici.",
        "I opened it this morning.",
        "Je l'ai ouverte ce matin.",
        "Je l'ai ouvert ce matin.",
    ),
    (
        "The tables are dirty.",
        "Les tables sont sales.",
        "He cleaned them.",
        "Il les a nettoyées.",
        "Il les a nettoyés.",
    ),
    # le, la
    ("The window is open.", "La fenêtre est ouverte.", "Close it.", "Ferme-la.", "Ferme-le."),
    ("The cake is ready.", "Le gâteau est prêt.", "I see it.", "Je le vois.", "Je la vois."),
    ("The apple is red.", "La pomme est rouge.", "I want it.", "Je la veux.", "Je le veux."),
    # en ... une
    (
        "The cars are fast.",
        "Les voitures sont rapides.",
        "I bought one of them.",
        "J'en ai acheté une.",
        "J'en ai acheté un.",
    ),
    (
        "He needs the car.",
        "Il a besoin de la voiture.",
        "He talks about it.",
        "Il en parle.",
        "Il y parle.",
    ),
    # possessive pronouns
    ("My house is small.", "Ma maison est petite.", "Yours is big.", "La tienne est grande.", "Le tien est grand."),
    # subjects
    ("The house is old.", "La maison est vieille.", "It is beautiful.", "Elle est belle.", "Il est beau."),
]
ENGLISH = [
    # possessives
    ("La mujer llegó tarde.", "The woman arrived late.", "Perdió su bolso.", "She lost her bag.", "She lost his bag."),
    (
        "Mi hermano vive aquí.",
        "My brother lives here.",
        "Me gusta su casa.",
        "I like his house.",
        "I like her house.",
    ),
    (
        "La empresa es grande.",
        "The company is big.",
        "Sus oficinas están en Madrid.",
        "Its offices are in Madrid.",
        "His offices are in Madrid.",
    ),
    (
        "El gobierno cambió la ley.",
        "The government changed the law.",
        "Su decisión fue criticada.",
        "Its decision was criticized.",
        "Her decision was criticized.",
    ),
    (
        "El árbol es alto.",
        "The tree is tall.",
        "Sus hojas son verdes.",
        "Its leaves are green.",
        "Their leaves are green.",
    ),
    (
        "Los niños están en el parque.",
        "The children are in the park.",
        "Sus padres los miran.",
        "Their parents watch them.",
        "His parents watch them.",
    ),
    (
        "Juan está cansado.",
        "Juan is tired.",
        "Su mujer duerme.",
        "His wife is sleeping.",
        "Its wife is sleeping.",
    ),
    # él, ella
    (
        "La profesora explicó el problema.",
        "The teacher explained the problem.",
        "Ella es muy buena.",
        "She is very good.",
        "He is very good.",
    ),
    ("El médico vino ayer.", "The doctor came yesterday.", "Él me ayudó.", "He helped me.", "It helped me."),
    (
        "La mesa es nueva.",
        "The table is new.",
        "Los libros están sobre ella.",
        "The books are on it.",
        "The books are on her.",
    ),
    # lo, la
    (
        "Compré la mesa ayer.",
        "I bought the table yesterday.",
        "La puse en la cocina.",
        "I put it in the kitchen.",
        "I put her in the kitchen.",
    ),
    (
        "Mi padre está solo.",
        "My father is alone.",
        "Lo visito cada día.",
        "I visit him every day.",
        "I visit it every day.",
    ),
    (
        "El libro es largo.",
        "The book is long.",
        "Lo leí en un día.",
        "I read it in one day.",
        "I read him in one day.",
    ),
    (
        "Ana compró los zapatos.",
        "Ana bought the shoes.",
        "Los llevó a su casa.",
        "She took them to her house.",
        "She took it to her house.",
    ),
]


@pytest.fixture(scope="module")
def judges(resources: Path) -> Callable[[str], Judge]:  # noqa: ARG001 - sets where pipelines are found
    @cache
    def load(pair: str) -> Judge:
        try:
            return Judge.load(pair)
        except AntecedeError as error:
            pytest.skip(f"wants the model that ships, a pipeline and a lexicon: {error}")

    return load


def judged(judge: Judge, before: str, became: str, line: str, *versions: str) -> Judged:
    return judge([before, line], *([became, version] for version in versions), documents=[2])


@pytest.mark.eflomal
@pytest.mark.parametrize(
    ("pair", "text"),
    [*(("en-fr", text) for text in FRENCH), *(("es-en", text) for text in ENGLISH)],
    ids=lambda value: value[3] if isinstance(value, tuple) else value,
)
def test_the_right_translation_is_preferred_in_either_order(
    judges: Callable[[str], Judge], pair: str, text: tuple[str, str, str, str, str]
) -> None:
    judge = judges(pair)
    *context, right, wrong = text
    first = judged(judge, *context, right, wrong).lines[1]
    second = judged(judge, *context, wrong, right).lines[1]
    assert (first.best, second.best) == (0, 1), first
    assert first.margin > 0.0


@pytest.mark.eflomal
@pytest.mark.parametrize(("pair", "text"), [("en-fr", FRENCH[0]), ("es-en", ENGLISH[0])])
def test_lines_that_say_the_same_score_the_same_and_come_with_their_texts(
    judges: Callable[[str], Judge], pair: str, text: tuple[str, str, str, str, str]
) -> None:
    before, became, line, right, wrong = text
    found = judged(judges(pair), before, became, line, right, wrong, right)
    assert found.lines[0].margin == 0.0
    assert len(set(found.lines[0].scores)) == 1
    scores = found.lines[1].scores
    assert scores[0] == scores[2] != scores[1]
    assert found.lines[1].margin == pytest.approx(scores[0] - scores[1])
    assert [(each.source, each.targets) for each in found.lines] == [
        (before, (became,) * 3),
        (line, (right, wrong, right)),
    ]


@pytest.mark.eflomal
def test_a_line_is_the_same_whatever_its_version_said_before(judges: Callable[[str], Judge]) -> None:
    source = ["The house is old.", "It is beautiful.", "It is big."]
    versions = [["La maison est vieille.", pronoun, "Elle est grande."] for pronoun in ("Elle est belle.", "Il dort.")]
    last = judges("en-fr")(source, *versions, documents=[3]).lines[2]
    assert last.scores[0] == last.scores[1]
    assert (last.best, last.margin) == (0, 0.0)
