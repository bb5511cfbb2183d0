"""Count whom first names belong to: `python experiments/make_names.py --text corpus.en --output es_names.tsv`.

The text is English, which has *he* and *she* where Spanish drops its subjects, and whose case is sound: the
translations of the Spanish texts. A word that is nearly always written with a capital, and mostly before another one,
is counted for a man where the sentence has *he* and no *she*, for a woman where it is the other way round. The file
is tokenised, one sentence a line. Names that everybody knows, yet the corpus has seldom, are listed below and count
as one mention each.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path

HE = frozenset("he him his himself".split())
SHE = frozenset("she her hers herself".split())
# Of all single mentions of *he* and *she* in the corpus, about one in five is *she*: what is above that is a woman's.
WOMAN = 0.5
MAN = 0.9
# How many sentences with the word must have *he* or *she* at all, and how often a family name must follow: places have
# both seldom.
PERSON = 0.1
FOLLOWED = 0.5
SEEN = 4

MEN = """
adrián agustín alberto alejandro alfonso alfredo andrés ángel antonio arturo benito bernardo carlos césar claudio
cristian cristóbal daniel david diego domingo eduardo emilio enrique ernesto esteban federico felipe félix fernando
fidel francisco gabriel gerardo gonzalo gregorio guillermo gustavo héctor hernán hugo ignacio isidro ismael iván
jacinto jaime javier jesús joaquín jordi jorge josé juan julián julio leonardo lorenzo lucas luis manuel marcelo
marcos mario martín mateo matías mauricio miguel nicolás octavio óscar pablo pedro rafael ramiro ramón raúl ricardo
roberto rodrigo rubén salvador samuel santiago sebastián sergio simón teodoro tomás vicente víctor tom john george
david robert james michael william richard thomas charles paul peter mark bill joe barack donald vladimir boris
"""
WOMEN = """
adela adriana alba alejandra alicia amalia ana andrea ángela antonia aurora beatriz berta blanca camila carla carlota
carmen carolina catalina cecilia celia clara claudia concepción cristina daniela diana elena elisa elvira emilia emma
esther eugenia eva fátima fernanda florencia francisca gabriela gloria guadalupe inés irene isabel jimena josefa juana
julia julieta laura leonor leticia lorena lourdes lucía luisa magdalena manuela margarita maría mariana marina marta
martina matilde mercedes mónica natalia noelia nora nuria olga paloma patricia paula raquel rebeca rocío rosario
sandra sara silvia sofía sonia susana teresa verónica victoria virginia ximena yolanda mary angela hillary jane
margaret elizabeth susan linda barbara nancy janet marilyn helen anna kate
"""
# What stands beside people and before a capital, yet is nobody's first name.
NOBODY = frozenset(
    "nobel los princeton columbia roman khmer manchester hague exchequer golan gezi guantánamo stanford bharatiya"
    " bolivarian eurasian tiananmen pussy sierra santa sri ayatollah dalai hun speer jackson lópez peña".split()
)


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--text", type=Path, required=True, help="English, tokenised")
    options.add_argument("--output", type=Path, required=True, help="the table: name, men, women")
    arguments = options.parse_args()
    men, women = count(arguments.text)
    for listed, counter in ((MEN, men), (WOMEN, women)):
        other = women if counter is men else men
        for name in listed.split():
            # Whoever the sentences are about, the list decides.
            counter[name] = max(counter[name] + 1, 2 * other[name] + 1)
    lines = ["# First names in News Commentary and Tatoeba: name, men, women (experiments/make_names.py)\n"]
    lines += [f"{name}\t{men[name]}\t{women[name]}\n" for name in sorted(men.keys() | women.keys())]
    arguments.output.write_text("".join(lines), encoding="utf-8")
    print(f"{len(lines) - 1} names")


def count(text: Path) -> tuple[Counter[str], Counter[str]]:
    """How often each name stands beside *he* alone and beside *she* alone, for those that are clearly people's."""
    men: Counter[str] = Counter()
    women: Counter[str] = Counter()
    lower: Counter[str] = Counter()
    upper: Counter[str] = Counter()
    followed: Counter[str] = Counter()
    with text.open(encoding="utf-8") as lines:
        for line in lines:
            words = line.split()
            said = {word.lower() for word in words}
            he, she = bool(said & HE), bool(said & SHE)
            for place, word in enumerate(words):
                if word.islower():
                    lower[word] += 1
                # A family name follows another name; a first name does not.
                elif place and word.istitle() and word.isalpha() and len(word) > 2 and not words[place - 1].istitle():
                    upper[word.lower()] += 1
                    followed[word.lower()] += place + 1 < len(words) and words[place + 1].istitle()
                    if he != she:
                        (men if he else women)[word.lower()] += 1
    known = {
        name
        for name in (men.keys() | women.keys()) - NOBODY
        if followed[name] >= FOLLOWED * upper[name] and _is_name(men[name], women[name], upper[name], lower[name])
    }
    return Counter({name: men[name] for name in known}), Counter({name: women[name] for name in known})


def _is_name(men: int, women: int, upper: int, lower: int) -> bool:
    seen = men + women
    if seen < SEEN or upper < 5 * lower or seen < PERSON * upper:
        return False
    return women >= WOMAN * seen or men >= MAN * seen


if __name__ == "__main__":
    main()
