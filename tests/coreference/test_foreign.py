"""Other people's coreference formats, in documents written for these tests."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from written import analysed

from antecede.coreference import Function, ResolvedDocument, resolver
from antecede.coreference.foreign import given_resolver, guess_format, known_formats, read, read_chains
from antecede.errors import AntecedeError, BadFormat, BadOption
from antecede.languages import Gender, Number

if TYPE_CHECKING:
    from pathlib import Path

    from antecede.analysis import AnalysedDocument

CONLL = """\
#begin document (tales/cat); part 000
tales/cat 0 0 The DT * - - - - * (1
tales/cat 0 1 old JJ * - - - - * -
tales/cat 0 2 cat NN * - - - - * 1)
tales/cat 0 3 saw VBD * - - - - * -
tales/cat 0 4 its PRP$ * - - - - * (2|(1)
tales/cat 0 5 bed NN * - - - - * 2)

tales/cat 0 0 It PRP * - - - - * (1)
tales/cat 0 1 slept VBD * - - - - * -

#end document
#begin document (tales/cat); part 001
tales/cat 1 0 They PRP * - - - - * (7)
tales/cat 1 1 left VBD * - - - - * -

#end document
"""

COREFUD = """\
# newdoc id = cat
# global.Entity = eid-etype-head-other
# sent_id = 1
1	The	the	DET	_	_	2	det	_	Entity=(e1-animal-2-x
2	cat	cat	NOUN	_	_	3	nsubj	_	Entity=e1)
3	saw	see	VERB	_	_	0	root	_	_
4	a	a	DET	_	_	5	det	_	Entity=(e2-thing-2-x
5	bed	bed	NOUN	_	_	3	obj	_	SpaceAfter=No|Entity=e2)
6	.	.	PUNCT	_	_	3	punct	_	_

1-2	It's	_	_	_	_	_	_	_	_
1	It	it	PRON	_	_	3	nsubj	_	Entity=(e2-thing-1-x)
2	's	be	AUX	_	_	3	cop	_	_
3	warm	warm	ADJ	_	_	0	root	_	_
3.1	_	_	PRON	_	_	_	_	_	Entity=(e1-animal-1-x)
4	,	,	PUNCT	_	_	3	punct	_	_
5	it	it	PRON	_	_	6	nsubj	_	Entity=(e1-animal-1-x)
6	purrs	purr	VERB	_	_	3	conj	_	_

# newdoc id = second
1	It	it	PRON	_	_	2	nsubj	_	_
2	rains	rain	VERB	_	_	0	root	_	_

"""

PARCOR = {
    "doc": "talk",
    "tokens": "The cat sat . It purred . It rained and it helped .".split(),
    "sentences": [[0, 4], [4, 7], [7, 13]],
    "mentions": [
        {"id": "1", "spans": [[0, 2]], "chain": "set_1", "mention": "np"},
        {
            "id": "2",
            "spans": [[4, 5]],
            "chain": "set_1",
            "type": "anaphoric",
            "antetype": "entity",
            "mention": "pronoun",
        },
        {"id": "3", "spans": [[7, 8]], "chain": "empty", "type": "pleonastic", "mention": "pronoun"},
        {"id": "4", "spans": [[7, 9]], "chain": "set_2", "mention": "clause"},
        {
            "id": "5",
            "spans": [[10, 11]],
            "chain": "set_2",
            "type": "anaphoric",
            "antetype": "event",
            "mention": "pronoun",
        },
        {"id": "6", "spans": [[2, 6]], "chain": "set_9", "mention": "np"},
    ],
}


def markable(number: int, sentence: int, first: int, last: int, pos: str, features: str, lemma: str) -> list[object]:
    gender, amount, animacy, entity = features.split()
    return [number, sentence, first, last, pos, 3, gender, amount, "suj", animacy, 1, "ser", entity, "*", lemma]


CORZU = {
    "doc": "casa",
    "kind": "dummy",
    "pronoun": markable(5, 2, 1, 1, "PX", "* SG * -", "su"),
    "candidates": [
        [30.0, markable(1, 1, 1, 2, "NC", "FEM SG ANIM -", "hermana")],
        [10.0, markable(2, 1, 4, 5, "NC", "FEM SG * -", "casa")],
        [0.001, markable(3, 1, 9, 9, "NC", "MASC PL * -", "ríos")],
    ],
}


def write(folder: Path, text: object) -> Path:
    path = folder / "given"
    path.write_text(text if isinstance(text, str) else json.dumps(text) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (CONLL, "conll-2012"),
        (COREFUD, "corefud"),
        (PARCOR, "parcor"),
        (CORZU, "corzu"),
        ({"documents": []}, "json"),
    ],
)
def test_the_format_is_seen_in_the_file(tmp_path: Path, text: object, name: str) -> None:
    assert guess_format(write(tmp_path, text)) == name


def test_a_file_of_no_known_format_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadOption, match="give --format, one of json"):
        guess_format(write(tmp_path, "The cat sat.\n"))


def test_conll_2012(tmp_path: Path) -> None:
    first, second = read(write(tmp_path, CONLL), "en")
    assert (first.id, second.id) == ("tales/cat", "tales/cat 001")
    assert first.sentences == (("The", "old", "cat", "saw", "its", "bed"), ("It", "slept"))
    # *its* is not a pronoun that the pair translates; *It* goes back to the noun phrase, not to *its*.
    ((place, antecedents),) = [((one.sentence, one.token), one.antecedents) for one in first.anaphors]
    assert place == (1, 0)
    assert [(one.sentence, one.start, one.end, one.text) for one in antecedents] == [(0, 0, 3, "The old cat")]
    (they,) = second.anaphors
    assert they.antecedents == ()
    assert they.none == 1


def test_corefud_with_a_contraction_and_an_empty_node(tmp_path: Path) -> None:
    first, second = read(write(tmp_path, COREFUD), "en")
    assert (first.id, second.id) == ("cat", "second")
    assert first.sentences[1] == ("It's", "warm", ",", "it", "purrs")
    chained = next(iter(read_chains(write(tmp_path, COREFUD), format="corefud")))
    assert [(one.sentence, one.start, one.end, one.chain) for one in chained.mentions] == [
        (0, 0, 2, "e1"),
        (0, 3, 5, "e2"),
        (1, 0, 1, "e2"),
        (1, 3, 4, "e1"),
    ]
    assert [(one.text, one.antecedents[0].text) for one in first.anaphors] == [("it", "The cat")]


def test_parcor_tells_functions(tmp_path: Path) -> None:
    (document,) = read(write(tmp_path, PARCOR), "en")
    found = {(one.sentence, one.token): one for one in document.anaphors}
    assert found[1, 0].antecedents[0].text == "The cat"
    assert found[2, 0].function == Function(0.0, 0.0, 1.0)
    assert found[2, 3].function == Function(0.0, 1.0, 0.0)
    assert found[2, 0].none == found[2, 3].none == 1


CAT = "The/DET/1/det cat/NOUN/2/nsubj sat/VERB/2/root ./PUNCT/2/punct"
PURRED = "It/PRON/1/nsubj purred/VERB/1/root ./PUNCT/1/punct"
RAINED = "It/PRON/1/expl rained/VERB/1/root and/CCONJ/4/cc it/PRON/4/nsubj helped/VERB/1/conj ./PUNCT/1/punct"


def test_given_chains_get_our_heads_and_features(tmp_path: Path) -> None:
    wanted = given_resolver(write(tmp_path, PARCOR), resolver("en"), "en")
    purred, rained, helped = wanted.resolve(analysed(CAT, PURRED, RAINED)).anaphors
    (cat,) = purred.antecedents
    assert (cat.head, cat.number, cat.human, cat.probability) == (1, Number.SINGULAR, False, 1.0)
    assert purred.position == "subject"
    assert rained.function.pleonastic == 1
    assert helped.function.event == 1


class Nobody:
    """A resolver that finds no pronouns."""

    def resolve(self, analysis: AnalysedDocument) -> ResolvedDocument:
        return ResolvedDocument(analysis, ())


SISTER = "Mi/DET/1/det hermana/NOUN/2/nsubj tiene/VERB/2/root una/DET/4/det casa/NOUN/2/obj ./PUNCT/2/punct"
HER = "Pues/ADV/3/advmod su/DET/2/det casa/NOUN/3/nsubj brilla/VERB/3/root ./PUNCT/3/punct"


def test_corzus_candidates_are_matched_by_form(tmp_path: Path) -> None:
    from dataclasses import replace

    document = replace(analysed(SISTER, HER, language="es"), id="casa")
    (su,) = given_resolver(write(tmp_path, CORZU), Nobody(), "es").resolve(document).anaphors
    assert (su.sentence, su.token, su.text) == (1, 1, "su")
    sister, house = su.antecedents  # the third has less than a hundredth of the best score
    assert (sister.head, sister.text, sister.gender, sister.human) == (1, "Mi hermana", Gender.FEMININE, True)
    assert (house.head, house.human) == (4, False)
    assert [sister.probability, house.probability, su.none] == pytest.approx([0.75, 0.25, 0.0])


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("conll-2012", CONLL.replace("#end document\n", "")),
        ("conll-2012", CONLL.replace("(1\n", "(1|\n", 1)),
        ("conll-2012", CONLL.replace("1)\n", "9)\n", 1)),
        ("conll-2012", CONLL.replace("1)\n", "-\n", 1)),
        ("conll-2012", CONLL.replace("tales/cat 0 1 old JJ * - - - - * -", "tales/cat 0 1")),
        ("conll-2012", CONLL.replace("#begin document (tales/cat); part 000\n", "")),
        ("corefud", COREFUD.replace("Entity=e1)", "Entity=e9)")),
        ("corefud", COREFUD.replace("Entity=e1)", "Entity=))")),
        ("corefud", COREFUD.replace("\tEntity=e1)", "")),
        ("corefud", COREFUD.replace("3.1\t", "x.1\t")),
        ("parcor", "{}\n"),
        ("parcor", "nothing\n"),
        ("parcor", json.dumps({**PARCOR, "sentences": [[0, 99]]})),
        ("parcor", json.dumps({**PARCOR, "mentions": [{"spans": [["a", 1]]}]})),
        ("corzu", "{}\n"),
        ("corzu", json.dumps({**CORZU, "pronoun": [1, 2]})),
        ("corzu", json.dumps({**CORZU, "candidates": [["x", CORZU["pronoun"]]]})),
    ],
)
def test_a_damaged_file_is_refused_in_one_line(tmp_path: Path, name: str, text: str) -> None:
    with pytest.raises(BadFormat) as error:
        given_resolver(write(tmp_path, text), Nobody(), "es", format=name)
    assert "\n" not in str(error.value)


@settings(max_examples=50)
@given(
    name=st.sampled_from([name for name in known_formats() if name != "json"]),
    text=st.lists(st.sampled_from([*CONLL.split(" "), *COREFUD.split("\t"), "\t", "\n", "{", '"tokens"', "Entity=("])),
)
def test_rubbish_gives_documents_or_a_clear_error(
    tmp_path_factory: pytest.TempPathFactory, name: str, text: list[str]
) -> None:
    try:
        given_resolver(write(tmp_path_factory.mktemp("rubbish"), "".join(text)), Nobody(), "en", format=name)
    except AntecedeError as error:
        assert "\n" not in str(error)  # noqa: PT017 - only if it is raised
