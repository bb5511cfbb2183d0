"""`moses.ini`, old and new."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from antecede.errors import BadFormat, UnreadableFile
from antecede.smt.moses.ini import FeatureLine, MosesIni, format_ini, read_ini, write_ini

if TYPE_CHECKING:
    from pathlib import Path

NEW = """\
# made by hand
[input-factors]
0

[mapping]
0 T 0
1 T 1

[decoding-graph-backoff]
0
1
[dl]
6
[feature]
UnknownWordPenalty
WordPenalty
PhrasePenalty
PhraseDictionaryMemory name=TranslationModel0 num-features=4 path=tables/phrase-table input-factor=0 output-factor=0
PhraseDictionaryMemory name=Second num-features=1 path=second.txt input-factor=0 output-factor=0 table-limit=20
LexicalReordering name=LexicalReordering0 num-features=6 type=wbe-msd-bidirectional-fe-allff path=reordering.gz
Distortion
KENLM lazyken=0 name=LM0 factor=0 path=lm.arpa order=3 # trailing
[weight]
UnknownWordPenalty0= 1
WordPenalty0= -1
PhrasePenalty0=0.2
TranslationModel0= 0.2 0.2 0.2 2e-1
Second= 0.8
LexicalReordering0= 0.3 0.3 0.3 0.3 0.3 0.3
Distortion0= 0.3
LM0= 0.5
"""

OLD = """\
[input-factors]
0
[mapping]
0 T 0
[ttable-file]
0 0 0 5 tables/phrase-table
[ttable-limit]
20
[lmodel-file]
8 0 3 lm.arpa
[distortion-file]
0-0 wbe-msd-bidirectional-fe-allff 6 reordering.gz
[weight-d]
0.6
0.1
0.2
0.3
0.4
0.5
0.7
[weight-l]
0.5
[weight-t]
0.2
0.2
0.2
0.2
0.1
[weight-w]
-1
[distortion-limit]
6
"""


def ini_of(folder: Path, text: str) -> Path:
    path = folder / "moses.ini"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_present_day_file(tmp_path: Path) -> None:
    ini = read_ini(ini_of(tmp_path, NEW))
    assert [feature.name for feature in ini.features] == [
        "UnknownWordPenalty0",
        "WordPenalty0",
        "PhrasePenalty0",
        "TranslationModel0",
        "Second",
        "LexicalReordering0",
        "Distortion0",
        "LM0",
    ]
    assert ini.weights["TranslationModel0"] == (0.2, 0.2, 0.2, 0.2)
    assert ini.weights["WordPenalty0"] == (-1.0,)
    assert ini.of_kind("PhraseDictionaryMemory")[1].arguments["table-limit"] == "20"
    assert ini.settings["decoding-graph-backoff"] == ("0", "1")
    assert ini.number("distortion-limit", 0) == 6
    assert ini.number("stack", 100) == 100


def test_a_file_of_before_2013(tmp_path: Path) -> None:
    ini = read_ini(ini_of(tmp_path, OLD))
    assert ini.weights == {
        "WordPenalty0": (-1.0,),
        "Distortion0": (0.6,),
        "TranslationModel0": (0.2, 0.2, 0.2, 0.2, 0.1),
        "LexicalReordering0": (0.1, 0.2, 0.3, 0.4, 0.5, 0.7),
        "LM0": (0.5,),
    }
    (table,) = ini.of_kind("PhraseDictionaryMemory")
    assert table.arguments["path"] == "tables/phrase-table"
    assert table.arguments["table-limit"] == "20"
    assert table.line == 6
    (model,) = ini.of_kind("KENLM")
    assert (model.arguments["order"], model.arguments["lazyken"]) == ("3", "0")
    assert read_ini(ini_of(tmp_path, format_ini(ini))) == ini


def test_paths_are_relative_to_the_ini(tmp_path: Path) -> None:
    ini = read_ini(ini_of(tmp_path, NEW))
    table = ini.of_kind("PhraseDictionaryMemory")[0]
    with pytest.raises(UnreadableFile, match=r"no such file; .*moses.ini, line 18 names it"):
        ini.file_of(table)
    (tmp_path / "tables").mkdir()
    packed = tmp_path / "tables" / "phrase-table.gz"
    packed.touch()
    assert ini.file_of(table) == packed
    with pytest.raises(BadFormat, match="line 15: UnknownWordPenalty names no path="):
        ini.file_of(ini.features[0])


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("[feature]", "[feature", "line 14: '[feature' is not a section such as [feature]"),
        ("# made by hand", "feature", "line 1: 'feature' stands before the first [section]"),
        ("num-features=4", "num-features", "line 18: 'num-features' is not an argument of the form name=value"),
        ("num-features=4", "path=x", "line 18: PhraseDictionaryMemory has two arguments path="),
        ("name=Second", "name=TranslationModel0", "line 19: there are two features TranslationModel0"),
        ("Second= 0.8", "Second 0.8", "line 28: 'Second 0.8' is not of the form Name0= 0.5 0.2"),
        ("Second= 0.8", "Second= many", "line 28: the weight 'many' of Second is not a number"),
        ("Second= 0.8", "Second= inf", "line 28: the weight 'inf' of Second is not a number"),
        ("Second= 0.8", "Second=", "line 28: Second has no weights after the equals sign"),
        ("Second= 0.8", "Third0= 0.8", "line 28: weights for Third0, but no such feature"),
        ("Second= 0.8", "LM0= 0.8", "line 31: LM0 has weights already"),
        ("0.2 0.2 2e-1", "0.2 2e-1", "line 27: TranslationModel0 has 3 weights but num-features=4"),
        ("[mapping]", "[weight-t]", "[weight-t] belongs to an old moses.ini, which needs a [ttable-file]"),
        ("[mapping]", "[ttable-file]", "line 14: [feature] and the old [ttable-file] cannot stand in one file"),
    ],
)
def test_a_malformed_file_is_one_clear_line(tmp_path: Path, before: str, after: str, problem: str) -> None:
    file = ini_of(tmp_path, NEW.replace(before, after, 1))
    with pytest.raises(BadFormat) as caught:
        read_ini(file)
    assert problem in str(caught.value)
    assert str(caught.value).startswith(str(file))


@pytest.mark.parametrize(
    ("before", "after", "problem"),
    [
        ("0 0 0 5 tables/phrase-table", "0 5 x", "line 6: '0 5 x' is not of the form '0 0 0 5 phrase-table.gz'"),
        ("0 0 0 5", "1 0 0 5", "line 6: table kind 1 is a binary one; give the text table it was made from (kind 0)"),
        ("0 0 0 5", "0 0 0 many", "line 6: 'many' is not a number of scores"),
        ("0 0 0 5", "0 0 0 6", "line 6: 5 weights for the 6 scores of TranslationModel0"),
        ("0 0 0 5", "0 0 0 4", "line 28: [weight-t] has more weights than there are scores"),
        ("8 0 3", "77 0 3", "line 10: language model kind 77 is not known"),
    ],
)
def test_a_malformed_old_file_is_one_clear_line(tmp_path: Path, before: str, after: str, problem: str) -> None:
    file = ini_of(tmp_path, OLD.replace(before, after, 1))
    with pytest.raises(BadFormat) as caught:
        read_ini(file)
    assert str(caught.value) == f"{file}, {problem}"


@pytest.mark.parametrize("text", ["", "# nothing\n", "[feature]\n", "[weight]\n"])
def test_a_file_without_features_is_no_ini(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadFormat, match="so it is no"):
        read_ini(ini_of(tmp_path, text))


NAMES = st.from_regex(r"[A-Za-z][A-Za-z0-9]{0,8}", fullmatch=True)
VALUES = st.from_regex(r"[A-Za-z0-9./_-]{1,12}", fullmatch=True)
WEIGHTS = st.lists(st.integers(-999, 999).map(lambda value: value / 100), min_size=1, max_size=6).map(tuple)


@given(
    named=st.dictionaries(
        NAMES,
        st.tuples(NAMES, st.dictionaries(NAMES.filter(lambda name: name != "name"), VALUES), st.none() | WEIGHTS),
        min_size=1,
    ),
    settings=st.dictionaries(st.sampled_from(["mapping", "distortion-limit", "stack"]), st.lists(VALUES).map(tuple)),
)
def test_what_is_written_is_read(
    tmp_path_factory: pytest.TempPathFactory,
    named: dict[str, tuple[str, dict[str, str], tuple[float, ...] | None]],
    settings: dict[str, tuple[str, ...]],
) -> None:
    features = tuple(
        FeatureLine(kind, {"name": name, **arguments}, name) for name, (kind, arguments, _) in named.items()
    )
    weights = {name: values for name, (_, _, values) in named.items() if values is not None}
    ini = MosesIni(features, weights, settings)
    path = tmp_path_factory.getbasetemp() / "written.ini"
    write_ini(path, ini)
    assert read_ini(path) == ini
