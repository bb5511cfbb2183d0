"""`antecede translate`: text in, translation out, whatever the format, with the pronouns explained on request."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from antecede.cli._common import (
    Names,
    add_command,
    add_document_options,
    add_resolver_option,
    language_code,
    pair_name,
    warn,
    write_outputs,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence

    from antecede.cli._common import Commands
    from antecede.tasks.engine import ChosenEngine, EngineSentence, Setting
    from antecede.tasks.text_file import TextFile
    from antecede.tasks.translate import Translation, Translator

_EXAMPLES: Final = """
  antecede translate report.txt --to fr -o report.fr.txt --html report.html
  antecede translate --to en --explain < noticia.txt
  antecede translate --model models/en-fr --system baseline --n-best 1000 --n-best-file talk.nbest talk.en -o talk.fr
  antecede translate --pair en-fr --engine moses:work/moses.ini talk.en -o talk.fr
  antecede translate --to fr --engine neural talk.txt -o talk.fr.txt
  antecede translate --model en-fr --engine files:out.tok,out.align --tokenized --system post-edit in.tok -o fixed.tok
  antecede translate --model models/en-fr --tokenized --threads 2 --alignment-file out.align in.tok -o out.tok
"""


def register(commands: Commands) -> None:
    """Add the command to the command line."""
    command = add_command(commands, "translate", "translate a text with its pronouns right", _EXAMPLES, _run)
    command.add_argument(
        "input", nargs="?", default="-", metavar="IN", help="text, one sentence a line, subtitles, TMX, XLIFF, ..."
    )
    command.add_argument("-o", "--output", default="-", metavar="OUT", help="where to write (default: output stream)")
    which = command.add_argument_group("model")
    which.add_argument(
        "--to", type=language_code, metavar="LANG", help="use the installed model that translates into this language"
    )
    which.add_argument(
        "--from", dest="source", type=language_code, metavar="LANG", help="the language of the text, where several fit"
    )
    which.add_argument("--model", metavar="M", help="a model folder, or an installed model's name")
    which.add_argument(
        "--system",
        choices=Names("antecede.pronouns.systems", "SYSTEMS"),
        metavar="S",
        help="what chooses the pronouns: %(choices)s (default: combined; if the engine is another one,"
        " prefix where it can finish sentences, else post-edit)",
    )
    which.add_argument(
        "--pair", type=pair_name, metavar="PAIR", help="language pair, where neither model nor language says it"
    )
    which.add_argument(
        "--engine",
        metavar="KIND:WHERE",
        help="translate with this in place of the model's engine (embedded): neural, ctranslate2:FOLDER,"
        " opus-mt:CHECKPOINT, moses:moses.ini[,BINARY], apertium:, libretranslate:URL, deepl:, google:,"
        " openai:URL,MODEL, files:OUTPUT[,ALIGNMENT] (default: with --to alone neural, if it was fetched and can do"
        " what is asked; else embedded)",
    )
    which.add_argument("--mode", default="best", choices=("paper", "best"), help="as printed, or as good as can be")
    add_resolver_option(which)
    which.add_argument("--antecedents", type=Path, metavar="FILE", help="take antecedents from this JSON of `resolve`")
    text = command.add_argument_group("text")
    text.add_argument("--format", metavar="F", help="of the text, where its name and content do not show it")
    add_document_options(text, more=", one output line for each")
    text.add_argument(
        "--tokenized",
        action="store_true",
        help="tokens are separated by spaces, as in the model; one output line for each",
    )
    text.add_argument(
        "--markup",
        nargs="?",
        const="exclusive",
        choices=("exclusive", "inclusive"),
        metavar="exclusive|inclusive",
        help="a sentence a line, with tags that give spans their translations, as Moses's -xml-input (baseline)",
    )
    text.add_argument(
        "--existing",
        choices=("keep", "empty", "replace"),
        default="keep",
        help="translations that XLIFF or TMX has already: keep them (default), with `empty` overwrite only those whose"
        " state says not translated yet and fill all empty ones, or replace all; none stays marked as finished",
    )
    why = command.add_argument_group("explanations")
    why.add_argument(
        "--explain", action="store_true", help="print source beside translation, with the reason for each pronoun"
    )
    why.add_argument("--trace", metavar="OUT", help="write a decision for every pronoun, as JSON")
    why.add_argument("--html", metavar="OUT", help="write a page in two columns, with links to antecedents")
    why.add_argument("--json", metavar="OUT", help="write everything the engine returned for each sentence")
    search = command.add_argument_group("search")
    search.add_argument("--n-best", type=int, default=1, metavar="N", help="translations of each sentence (baseline)")
    search.add_argument("--n-best-file", metavar="F", help="write them here, in Moses's format")
    search.add_argument("--distinct", action="store_true", help="no two translations with the same words")
    search.add_argument("--alignment-file", metavar="F", help="write word alignments here, as i-j links")
    search.add_argument("--threads", type=int, default=1, metavar="K", help="threads (default: %(default)s; 0: all)")
    search.add_argument(
        "--pop-limit", type=int, metavar="P", help="hypotheses for each stack: more is better and slower"
    )


def _run(options: argparse.Namespace) -> int:
    from antecede.tasks.text_file import TextFile
    from antecede.tasks.translate import Translator

    _check(options)
    chosen = _chosen(options)
    setting = _setting(options, chosen)
    system = _system(options, setting)
    pair = setting.pair
    explained = bool(options.explain or options.trace or options.html)
    text = (
        TextFile.of_lines(())
        if options.markup
        else TextFile.read(
            options.input,
            pair.source,
            pair.target,
            format=options.format,
            ids=options.ids,
            one_document=options.one_document,
            tokenised=options.tokenized,
            existing=options.existing,
            # What the engine alone says does not depend on documents.
            warn=system != "baseline" or explained,
        )
    )
    translations = []
    streamed = system == "baseline" and not (explained or options.markup)
    with contextlib.ExitStack() as stack:
        if options.markup:
            results = _marked_results(options, setting)
            _say(chosen)
        elif streamed:
            _say(chosen)
            lists = stack.enter_context(_list_file(options.n_best_file)) if options.n_best_file else None
            results = _engine_results(options, setting, text, lists)
        else:
            translator = Translator.of(
                setting,
                system=system,
                mode=options.mode,
                explain=explained,
                antecedents=options.antecedents,
                resolver=options.resolver,
            )
            _say(chosen)
            translations = _translate(translator, text)
            results = [result for translation in translations for result in translation.engine_sentences()]
        if setting.given is not None:
            setting.given.close()
        results = [each._replace(text=text.kept.get(index, each.text)) for index, each in enumerate(results)]
        outputs = _outputs(options, results, streamed=streamed)
        if not options.explain or options.output != "-":
            outputs[options.output] = text.write([result.text for result in results])
        outputs |= _explanations(options, translations, pair.name)
        write_outputs(outputs)
    if options.explain:
        from rich.console import Console

        from antecede.report.translation import print_translation

        console = Console(highlight=False)
        for translation in translations:
            print_translation(translation, pair.name, console)
    if text.kept:
        warn(f"{len(text.kept)} of {len(results)} segments keep the translation they have (see --existing)")
    if system == "baseline" and options.system is None and not options.markup:
        warn(f"{_why_alone(setting)}: the engine alone translated")
    return 0


def _check(options: argparse.Namespace) -> None:
    from antecede.errors import BadOption

    if options.n_best < 1:
        raise BadOption(f"--n-best {options.n_best}: at least 1 is needed")
    if options.n_best > 1 and not (options.n_best_file or options.json):
        raise BadOption("--n-best needs --n-best-file or --json, which say where the translations go")
    if options.n_best > 1 and (
        options.system not in {None, "baseline"} or options.explain or options.trace or options.html
    ):
        raise BadOption("--n-best shows the engine's own translations: use it with --system baseline, and explain none")
    if options.markup and (
        options.system not in {None, "baseline"} or options.explain or options.trace or options.html
    ):
        raise BadOption("--markup is for the engine alone: use it with --system baseline, without explanations")
    if options.threads < 0:
        raise BadOption(f"--threads {options.threads}: 0 (all) or more is needed")
    if not (options.to or options.model or options.pair):
        from antecede.tasks.engine import installed_models

        wanted = "--engine needs --pair, or --model M" if options.engine else "give --to LANG, --pair or --model M"
        raise BadOption(f"{wanted}; installed models: {', '.join(installed_models()) or 'none'}")


def _chosen(options: argparse.Namespace) -> ChosenEngine | None:
    """The engine that the user gets who names none; none where one is named, or a model, whose own it is."""
    from antecede.tasks.engine import default_engine

    if options.engine or options.model or not options.to:
        return None
    # Lists in Moses's format and tokens of the model: whoever asks for them knows which engine they mean.
    asked = {
        "--markup": options.markup,
        "--n-best": options.n_best > 1 or options.n_best_file,
        "--pop-limit": options.pop_limit is not None,
        "--tokenized": options.tokenized,
    }
    return default_engine(
        to=options.to,
        source=options.source,
        pair=options.pair,
        system=options.system,
        mode=options.mode,
        inside=next((name for name, given in asked.items() if given), ""),
    )


def _say(chosen: ChosenEngine | None) -> None:
    """Which engine it is, once all is read and opened: what is wrong with the input stays the only line about it."""
    if chosen is not None:
        warn(chosen.line)


def _setting(options: argparse.Namespace, chosen: ChosenEngine | None) -> Setting:
    """The model, and the engine if another one is to translate."""
    from antecede.tasks.engine import engine_setting

    return engine_setting(
        to=options.to,
        source=options.source,
        model=options.model,
        pair=options.pair,
        engine=chosen.name if chosen else options.engine,
        tokenised=options.tokenized,
        threads=options.threads,
        **({} if options.pop_limit is None else {"pop_limit": options.pop_limit}),
    )


def _system(options: argparse.Namespace, setting: Setting) -> str:
    from antecede.errors import BadOption
    from antecede.tasks.engine import default_system, require_n_best

    system = str(options.system or ("baseline" if options.markup else default_system(setting, options.mode)))
    if options.n_best > 1 and system != "baseline":
        raise BadOption("--n-best shows the engine's own translations: use --system baseline")
    require_n_best(setting, options.n_best)
    return system


def _why_alone(setting: Setting) -> str:
    if setting.given is not None and not setting.folder.files:
        return "no model folder with pronoun models is named (--model)"
    return f"{setting.folder.path} has no pronoun models (`antecede train-pronouns` adds them)"


def _translate(translator: Translator, text: TextFile) -> list[Translation]:
    """Translate document after document, with a progress bar when it takes a while."""
    from antecede.progress import showing

    total = max(1, sum(len(document.sentences) for document in text.documents))
    done, translations = 0, []
    with showing("translating", enabled=True) as show:
        for translation in translator.stream(text.documents):
            mine = {at: text.kept[done + at] for at in range(len(translation.sentences)) if done + at in text.kept}
            translations.append(translation.keeping(mine) if mine else translation)
            done += len(translation.sentences)
            show(done / total)
    return translations


@contextlib.contextmanager
def _list_file(path: str) -> Iterator[BinaryIO]:
    """Where lists too large for memory go as they are made; the file appears when everything else is written."""
    from antecede.files import partial

    with partial(path) as temporary, temporary.open("wb") as stream:
        yield stream


def _engine_results(
    options: argparse.Namespace, setting: Setting, text: TextFile, lists: BinaryIO | None = None
) -> list[EngineSentence]:
    """The engine's own translations: no document is needed for them, and nothing is parsed.

    Lists are written to `lists` as they are made, and only their first hypotheses are kept unless JSON is to show all.
    """
    from antecede.progress import showing
    from antecede.tasks.engine import n_best_lines, translate_sentences

    sentences = [sentence for document in text.documents for sentence in document.sentences]
    results: list[EngineSentence] = []
    with showing("translating", enabled=True) as show:
        for result in translate_sentences(setting, sentences, n_best=options.n_best, distinct=options.distinct):
            if lists is not None:
                lists.write(n_best_lines(len(results), result.hypotheses))
            kept = result.hypotheses if options.json else result.hypotheses[:1]
            results.append(result._replace(hypotheses=kept))
            show(len(results) / len(sentences))
    return results


def _marked_results(options: argparse.Namespace, setting: Setting) -> list[EngineSentence]:
    """The engine's translations of lines with markup."""
    from antecede.files import read_lines
    from antecede.tasks.engine import translate_marked

    return translate_marked(
        setting,
        read_lines(options.input),
        markup=options.markup,
        tokenised=options.tokenized,
        n_best=options.n_best,
        distinct=options.distinct,
        path=options.input,
    )


def _outputs(
    options: argparse.Namespace, results: Sequence[EngineSentence], *, streamed: bool
) -> dict[str | Path, str | bytes]:
    """What was asked for besides the translation itself, and besides lists that are `streamed`."""
    outputs: dict[str | Path, str | bytes] = {}
    if options.n_best_file and not streamed:
        from antecede.tasks.engine import format_n_best

        outputs[options.n_best_file] = format_n_best([result.hypotheses for result in results])
    if options.alignment_file:
        best = (result.hypotheses[0] for result in results)
        lines = (" ".join(f"{link.source}-{link.target}" for link in hypothesis.alignment) for hypothesis in best)
        outputs[options.alignment_file] = "".join(line + "\n" for line in lines)
    if options.json:
        record = {"sentences": [_record(result) for result in results]}
        outputs[options.json] = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    return outputs


def _explanations(
    options: argparse.Namespace, translations: Sequence[Translation], pair_name: str
) -> dict[str | Path, str | bytes]:
    outputs: dict[str | Path, str | bytes] = {}
    if options.trace:
        from antecede.tasks.translate import trace

        record = trace(translation.result for translation in translations)
        outputs[options.trace] = json.dumps(record, ensure_ascii=False, indent=1) + "\n"
    if options.html:
        from antecede.report.translation import render_translation

        outputs[options.html] = render_translation(translations, pair_name)
    return outputs


def _record(result: EngineSentence) -> dict[str, Any]:
    return {
        "source": result.source,
        "tokens": list(result.tokens),
        "translation": result.text,
        "hypotheses": [
            {
                "tokens": list(hypothesis.tokens),
                "score": hypothesis.score,
                "alignment": [list(link) for link in hypothesis.alignment],
                "segmentation": [list(phrase) for phrase in hypothesis.segmentation],
                "features": {name: list(values) for name, values in hypothesis.features.items()},
            }
            for hypothesis in result.hypotheses
        ],
    }
