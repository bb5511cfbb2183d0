"""What boundaries between documents are worth: twenty unrelated texts of two sentences, fixed apart and as one.

    python experiments/unrelated_pairs.py

Each text has one pronoun that an engine translated, wrong in fourteen of them and right in six. The links between words
are the same both times, so that nothing differs but what a pronoun may stand for.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from antecede import Fixer
from antecede.alignment import align_corpus
from antecede.text import words


class Item(NamedTuple):
    """Two sentences, what an engine made of them, and the second as it should be."""

    source: tuple[str, str]
    output: tuple[str, str]
    right: str


ITEMS: Final = (
    Item(
        ("The kitchen is at the end of the hall.", "It is very small."),
        ("La cuisine est au bout du couloir.", "Il est très petit."),
        "Elle est très petite.",
    ),
    Item(
        ("My neighbour bought a bicycle.", "It is red."),
        ("Mon voisin a acheté une bicyclette.", "Il est rouge."),
        "Elle est rouge.",
    ),
    Item(
        ("The match was cancelled on Sunday.", "It rained all day."),
        ("Le match a été annulé dimanche.", "Il a plu toute la journée."),
        "Il a plu toute la journée.",
    ),
    Item(
        ("The flowers stand on the window.", "They need water."),
        ("Les fleurs sont sur la fenêtre.", "Ils ont besoin d'eau."),
        "Elles ont besoin d'eau.",
    ),
    Item(
        ("The train left the station.", "It was late."),
        ("Le train a quitté la gare.", "Il était en retard."),
        "Il était en retard.",
    ),
    Item(
        ("The company opened a factory in Lyon.", "It employs two hundred people."),
        ("L'entreprise a ouvert une usine à Lyon.", "Il emploie deux cents personnes."),
        "Elle emploie deux cents personnes.",
    ),
    Item(
        ("We read the letters yesterday.", "They were very long."),
        ("Nous avons lu les lettres hier.", "Ils étaient très longs."),
        "Elles étaient très longues.",
    ),
    Item(
        ("The bridge crosses the valley.", "It was built in 1930."),
        ("Le pont traverse la vallée.", "Il a été construit en 1930."),
        "Il a été construit en 1930.",
    ),
    Item(
        ("The decision surprised everybody.", "It was announced on Monday."),
        ("La décision a surpris tout le monde.", "Il a été annoncé lundi."),
        "Elle a été annoncée lundi.",
    ),
    Item(
        ("The soup is on the table.", "It is cold."),
        ("La soupe est sur la table.", "Il est froid."),
        "Elle est froide.",
    ),
    Item(
        ("The players trained for months.", "They won the cup."),
        ("Les joueurs se sont entraînés pendant des mois.", "Ils ont gagné la coupe."),
        "Ils ont gagné la coupe.",
    ),
    Item(
        ("Her song was played on the radio.", "It became famous."),
        ("Sa chanson est passée à la radio.", "Il est devenu célèbre."),
        "Elle est devenue célèbre.",
    ),
    Item(
        ("The machine makes a terrible noise.", "It must be repaired."),
        ("La machine fait un bruit terrible.", "Il doit être réparé."),
        "Elle doit être réparée.",
    ),
    Item(
        ("The museum is closed today.", "It opens again tomorrow."),
        ("Le musée est fermé aujourd'hui.", "Il ouvre de nouveau demain."),
        "Il ouvre de nouveau demain.",
    ),
    Item(
        ("The rules are simple.", "They are printed on the box."),
        ("Les règles sont simples.", "Ils sont imprimés sur la boîte."),
        "Elles sont imprimées sur la boîte.",
    ),
    Item(
        ("The moon rose over the hills.", "It was full."),
        ("La lune s'est levée sur les collines.", "Il était plein."),
        "Elle était pleine.",
    ),
    Item(
        ("My watch stopped this morning.", "It is broken."),
        ("Ma montre s'est arrêtée ce matin.", "Il est cassé."),
        "Elle est cassée.",
    ),
    Item(
        ("The doctor listened to the patient.", "It is important to listen."),
        ("Le médecin a écouté le patient.", "Il est important d'écouter."),
        "Il est important d'écouter.",
    ),
    Item(
        ("The shoes were in the garden.", "They are wet."),
        ("Les chaussures étaient dans le jardin.", "Ils sont mouillés."),
        "Elles sont mouillées.",
    ),
    Item(
        ("The question was difficult.", "It was not answered."),
        ("La question était difficile.", "Il n'a pas été répondu."),
        "Elle n'a pas reçu de réponse.",
    ),
)


def main() -> None:
    """Print what is mended and broken, with boundaries and without."""
    source = [line for item in ITEMS for line in item.source]
    output = [line for item in ITEMS for line in item.output]
    made = align_corpus([words(line, "en") for line in source], [words(line, "fr") for line in output], pair="en-fr")
    links = made.alignments.format().decode().splitlines()
    fixer = Fixer.load("en-fr")
    wrong = sum(item.output[1] != item.right for item in ITEMS)
    for name, documents in (("twenty documents", [2] * len(ITEMS)), ("one document", [2 * len(ITEMS)])):
        fixed = fixer(source, output, documents=documents, alignment=links).lines
        mended = broken = 0
        for number, item in enumerate(ITEMS):
            before, after = item.output[1].split()[0], fixed[2 * number + 1].split()[0]
            expected = item.right.split()[0]
            mended += before != expected == after
            broken += before == expected != after
        broken += sum(fixed[2 * number] != item.output[0] for number, item in enumerate(ITEMS))
        print(f"{name}: mends {mended} of {wrong}, breaks {broken}")


if __name__ == "__main__":
    main()
