// Python's side of training: texts and alignments to a phrase table, Moses's tables in and out.

#include "bindings/training.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/vector.h>

#include "phrases/moses_tables.hpp"
#include "phrases/phrase_scoring.hpp"
#include "phrases/phrase_table.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace antecede;

std::string_view view_of(const nb::bytes& text) { return {text.c_str(), text.size()}; }

/// Calls Python from native work that does not hold its lock; also lets Ctrl-C through.
/// Refers to `callback`, which must outlive it.
ShareDone progress_of(const nb::object& callback) {
    return [&callback](double share) {
        const nb::gil_scoped_acquire held;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (!callback.is_none()) callback(share);
    };
}

Smoothing smoothing_of(std::string_view name) {
    if (name == "none") return Smoothing::kNone;
    if (name == "good-turing") return Smoothing::kGoodTuring;
    if (name == "kneser-ney") return Smoothing::kKneserNey;
    throw std::invalid_argument("unknown smoothing");
}

nb::dict train(const std::filesystem::path& source, const std::filesystem::path& target, const Alignments& alignments,
               const std::filesystem::path& file, std::size_t longest, std::string_view smoothing,
               std::uint32_t least_count, std::optional<double> significance, std::size_t best, bool counts, bool exact,
               std::size_t threads, const nb::object& progress) {
    TrainingOptions options;
    options.longest = longest;
    options.smoothing = smoothing_of(smoothing);
    options.least_count = least_count;
    options.significance = significance;
    options.best = best;
    options.table = {true, counts, exact};
    options.threads = threads;
    TrainingResult result;
    {
        const nb::gil_scoped_release released;
        const ShareDone report = progress_of(progress);
        const NumberedText source_text = number_file(source);
        // Numbering a text counts for 3% of the work.
        report(0.03);
        const NumberedText target_text = number_file(target);
        result = train_phrase_table(source_text, target_text, alignments, file, options, part_of(report, 0.06, 1.0));
    }
    nb::dict figures;
    figures["occurrences"] = result.occurrences;
    figures["distinct"] = result.distinct;
    figures["pairs"] = result.kept;
    figures["source_phrases"] = result.source_phrases;
    return figures;
}

/// Tables may hold bytes that are not UTF-8, if a text had them: those become U+FFFD, never an exception.
nb::object text_of(std::string_view bytes) {
    return nb::steal(PyUnicode_DecodeUTF8(bytes.data(), static_cast<Py_ssize_t>(bytes.size()), "replace"));
}

nb::tuple words_of(const MappedVocabulary& vocabulary, std::span<const WordId> ids) {
    nb::list words;
    for (const WordId id : ids) words.append(text_of(vocabulary.word(id)));
    return nb::tuple(words);
}

template <typename Values>
nb::tuple tuple_of(const Values& values) {
    nb::list list;
    for (const auto value : values) list.append(value);
    return nb::tuple(list);
}

nb::tuple pair_of(const PhraseTable& table, const PhrasePair& pair) {
    nb::list links;
    for (const Link link : pair.alignment) links.append(nb::make_tuple(link.source, link.target));
    return nb::make_tuple(words_of(table.target_vocabulary(), pair.target), nb::tuple(links), tuple_of(pair.scores),
                          tuple_of(pair.reordering));
}

nb::list find(const PhraseTable& table, const std::vector<std::string>& words) {
    std::vector<WordId> source;
    // A word that the table does not have becomes <unk>, of which it has phrases only if its text spelled that.
    for (const std::string& word : words) source.push_back(table.source_vocabulary().find(word));
    PhraseTable::Arena arena;
    std::vector<PhrasePair> found;
    table.find(source, arena, found);
    nb::list pairs;
    for (const PhrasePair& pair : found) pairs.append(pair_of(table, pair));
    return pairs;
}

/// All entries, for small tables: source words, then as `find` gives them, then the counts.
nb::list entries(const PhraseTable& table) {
    nb::list all;
    PhraseTable::Entry entry;
    PhraseTable::Arena arena;
    for (std::uint64_t place = 0; table.next(place, arena, entry); arena.clear()) {
        nb::list pairs;
        for (std::size_t number = 0; number < entry.pairs.size(); ++number) {
            nb::object counts = nb::none();
            if (!entry.counts.empty()) {
                const PhraseCounts& times = entry.counts[number];
                counts = nb::make_tuple(times.target, times.source, times.together);
            }
            pairs.append(pair_of(table, entry.pairs[number]) + nb::make_tuple(counts));
        }
        all.append(nb::make_tuple(words_of(table.source_vocabulary(), entry.source), pairs));
    }
    return all;
}

/// All words of the target side, each at the place of its number.
nb::list target_words(const PhraseTable& table) {
    const MappedVocabulary& vocabulary = table.target_vocabulary();
    nb::list words;
    for (std::size_t id = 0; id < vocabulary.size(); ++id) {
        words.append(text_of(vocabulary.word(static_cast<WordId>(id))));
    }
    return words;
}

nb::tuple next_lines(MosesWriter& writer, std::size_t bytes) {
    std::string phrases;
    std::string reordering;
    {
        const nb::gil_scoped_release released;
        writer.next(bytes, phrases, reordering);
    }
    return nb::make_tuple(nb::bytes(phrases.data(), phrases.size()), nb::bytes(reordering.data(), reordering.size()));
}

}  // namespace

void bind_training(nb::module_& module) {
    // Static, since the translator outlives this call.
    static nb::object malformed =
        nb::steal(PyErr_NewException("antecede._native.MalformedTable", PyExc_ValueError, nullptr));
    module.attr("MalformedTable") = malformed;
    nb::register_exception_translator([](const std::exception_ptr& fault, void*) {
        try {
            std::rethrow_exception(fault);
        } catch (const MalformedTable& error) {
            const std::string_view problem = error.what();  // may quote bytes that are not UTF-8
            PyErr_SetObject(malformed.ptr(), nb::make_tuple(error.line(), text_of(problem)).ptr());
        }
    });
    module.attr("LONGEST_EXTRACTED") = kLongestExtracted;

    module.def("train_phrase_table", &train, "source"_a, "target"_a, "alignments"_a, "file"_a, nb::kw_only(),
               "longest"_a = kLongestExtracted, "smoothing"_a = "none", "least_count"_a = 1,
               "significance"_a.none() = nb::none(), "best"_a = 100, "counts"_a = false, "exact"_a = false,
               "threads"_a = 1, "progress"_a.none() = nb::none());

    nb::class_<PhraseTable>(module, "PhraseTable")
        .def_static(
            "open",
            [](const std::filesystem::path& file) {
                PhraseTable table = PhraseTable::open(file);
                table.verify();
                return table;
            },
            "file"_a, nb::call_guard<nb::gil_scoped_release>())
        .def_prop_ro("longest_source_phrase", &PhraseTable::longest_source_phrase)
        .def_prop_ro("has_reordering", &PhraseTable::has_reordering)
        .def_prop_ro("has_counts", &PhraseTable::has_counts)
        .def_prop_ro("is_exact", &PhraseTable::is_exact)
        .def_prop_ro("source_phrases", &PhraseTable::source_phrases)
        .def_prop_ro("pairs", &PhraseTable::pairs)
        .def("find", &find, "source"_a)
        .def("entries", &entries)
        .def("verify", &PhraseTable::verify, nb::call_guard<nb::gil_scoped_release>())
        .def("target_words", &target_words);

    nb::class_<MosesReader>(module, "MosesReader")
        .def(nb::init<const std::filesystem::path&>(), "folder"_a)
        .def(
            "add_phrases",
            [](MosesReader& reader, const nb::bytes& text, bool last) {
                const std::string_view view = view_of(text);
                const nb::gil_scoped_release released;
                reader.add_phrases(view, last);
            },
            "text"_a, "last"_a)
        .def(
            "add_reordering",
            [](MosesReader& reader, const nb::bytes& text, bool last) {
                const std::string_view view = view_of(text);
                const nb::gil_scoped_release released;
                reader.add_reordering(view, last);
            },
            "text"_a, "last"_a)
        .def("finish", &MosesReader::finish, "file"_a, "exact"_a, "counts"_a, nb::call_guard<nb::gil_scoped_release>());

    nb::class_<MosesWriter>(module, "MosesWriter")
        .def(nb::init<PhraseTable>(), "table"_a, nb::call_guard<nb::gil_scoped_release>())
        .def("next", &next_lines, "bytes"_a)
        .def_prop_ro("done", &MosesWriter::done);
}
