// The language model as Python sees it. Whatever takes long releases the interpreter lock.

#include "bindings/language_model.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "files/text_file.hpp"
#include "language_model/arpa.hpp"
#include "language_model/kneser_ney.hpp"
#include "language_model/language_model.hpp"
#include "language_model/language_model_builder.hpp"
#include "language_model/lm_pruning.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace antecede;
using Path = std::filesystem::path;

/// log10, length of the n-gram that was found, and whether the word is unknown.
using TokenScore = std::tuple<float, std::size_t, bool>;

/// Calls `found` with the score of each token of a line, and of the sentence's end.
template <typename Found>
void score_line(const LanguageModel& model, std::string_view line, const Found& found) {
    // Two states in turns: nothing is copied.
    LanguageModel::State states[2] = {model.sentence_start(), {}};
    std::size_t current = 0;
    const auto score_word = [&](WordId word) {
        std::size_t matched = 0;
        const float score = model.score(states[current], word, states[1 - current], matched);
        found(score, matched, word == kUnknown);
        current = 1 - current;
    };
    for_each_token(line, [&](std::string_view token) { score_word(model.vocabulary().find(token)); });
    score_word(kSentenceEnd);
}

std::vector<TokenScore> score_tokens(const LanguageModel& model, std::string_view sentence) {
    std::vector<TokenScore> scores;
    const nb::gil_scoped_release released;
    score_line(model, sentence,
               [&](float score, std::size_t matched, bool unknown) { scores.emplace_back(score, matched, unknown); });
    return scores;
}

double score_sentence(const LanguageModel& model, std::string_view sentence) {
    double total = 0;
    const nb::gil_scoped_release released;
    score_line(model, sentence,
               [&](float score, std::size_t /*matched*/, bool /*unknown*/) { total += static_cast<double>(score); });
    return total;
}

/// The sums over a sentence: log10, the share of it that unknown words have, tokens without the end, unknown ones.
struct SentenceScore {
    double log10 = 0;
    double log10_unknown = 0;
    std::int64_t tokens = -1;  // the sentence's end is scored as a token and not counted as one
    std::int64_t unknown = 0;
};

/// Hands a vector over to numpy without copying it: the capsule owns it and dies with the last array that views it.
template <typename T>
nb::object as_array(std::vector<T> values) {
    auto* kept = new std::vector<T>(std::move(values));
    const nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
}

nb::tuple score_file(const LanguageModel& model, const Path& text) {
    std::vector<double> log10;
    std::vector<double> log10_unknown;
    std::vector<std::int64_t> tokens;
    std::vector<std::int64_t> unknown;
    {
        const nb::gil_scoped_release released;
        LineReader lines(text);
        for (std::string_view line; lines.next(line);) {
            SentenceScore sums;
            score_line(model, line, [&](float score, std::size_t /*matched*/, bool is_unknown) {
                sums.log10 += static_cast<double>(score);
                ++sums.tokens;
                if (!is_unknown) return;
                sums.log10_unknown += static_cast<double>(score);
                ++sums.unknown;
            });
            log10.push_back(sums.log10);
            log10_unknown.push_back(sums.log10_unknown);
            tokens.push_back(sums.tokens);
            unknown.push_back(sums.unknown);
        }
    }
    return nb::make_tuple(as_array(std::move(log10)), as_array(std::move(log10_unknown)), as_array(std::move(tokens)),
                          as_array(std::move(unknown)));
}

TokenScore probability(const LanguageModel& model, std::string_view word, std::string_view context, bool start) {
    LanguageModel::State state = start ? model.sentence_start() : model.empty();
    LanguageModel::State next;
    for_each_token(context, [&](std::string_view token) {
        model.score(state, model.vocabulary().find(token), next);
        state = next;
    });
    std::size_t matched = 0;
    const WordId id = model.vocabulary().find(word);
    const float score = model.score(state, id, next, matched);
    return {score, matched, id == kUnknown};
}

/// Time spent in queries alone: words are looked up once, then scored `rounds` times. For the benchmark.
double score_repeatedly(const LanguageModel& model, const Path& text, std::size_t rounds) {
    const nb::gil_scoped_release released;
    std::vector<WordId> words;
    LineReader lines(text);
    for (std::string_view line; lines.next(line);) {
        for_each_token(line, [&](std::string_view token) { words.push_back(model.vocabulary().find(token)); });
        words.push_back(kSentenceEnd);
    }
    double total = 0;
    for (std::size_t round = 0; round < rounds; ++round) {
        LanguageModel::State states[2] = {model.sentence_start(), {}};
        std::size_t current = 0;
        for (const WordId word : words) {
            total += static_cast<double>(model.score(states[current], word, states[1 - current]));
            current = 1 - current;
            if (word == kSentenceEnd) states[current] = model.sentence_start();
        }
    }
    return total;
}

EstimatedModel estimate_model(const std::vector<Path>& texts, std::size_t order, std::vector<std::uint64_t> prune,
                              bool skip_symbols, std::size_t memory, const Path& folder, std::size_t threads,
                              std::optional<nb::callable> progress) {
    EstimationOptions options;
    options.order = order;
    options.prune = std::move(prune);
    options.skip_symbols = skip_symbols;
    options.memory = memory;
    options.folder = folder;
    options.threads = threads;
    options.progress = [&](std::string_view stage, double done) {
        // The only moments when Python runs during an estimation of minutes: Ctrl-C is noticed here.
        const nb::gil_scoped_acquire acquired;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (progress) (*progress)(stage, done);
    };
    const nb::gil_scoped_release released;
    return estimate(texts, options);
}

void build(const Path& arpa, const Path& file, bool quantise) {
    ArpaReader reader(arpa);
    write_language_model(reader, file, quantise);
}

void copy_arpa(const Path& arpa, const Path& file) {
    ArpaReader reader(arpa);
    write_arpa(reader, file);
}

std::vector<std::uint64_t> listed(std::span<const std::uint64_t> counts) { return {counts.begin(), counts.end()}; }

void bind_errors(nb::module_& module) {
    // Static, since the translator outlives this call.
    static nb::object damaged =
        nb::steal(PyErr_NewException("antecede._native.DamagedFile", PyExc_ValueError, nullptr));
    static nb::object file_error = nb::steal(PyErr_NewException("antecede._native.FileError", PyExc_OSError, nullptr));
    static nb::object malformed =
        nb::steal(PyErr_NewException("antecede._native.MalformedText", PyExc_ValueError, nullptr));
    module.attr("DamagedFile") = damaged;
    module.attr("FileError") = file_error;
    module.attr("MalformedText") = malformed;
    nb::register_exception_translator([](const std::exception_ptr& fault, void*) {
        try {
            std::rethrow_exception(fault);
        } catch (const DamagedFile& error) {
            PyErr_SetString(damaged.ptr(), error.what());
        } catch (const FileError& error) {
            PyErr_SetString(file_error.ptr(), error.what());
        } catch (const MalformedText& error) {
            PyErr_SetString(malformed.ptr(), error.what());
        }
    });
}

}  // namespace

void bind_lm(nb::module_& module) {
    bind_errors(module);
    module.attr("HIGHEST_ORDER") = kHighestOrder;

    const auto unlocked = nb::call_guard<nb::gil_scoped_release>();
    nb::class_<LanguageModel>(module, "LanguageModel")
        .def_static(
            "open",
            [](const Path& file) {
                LanguageModel model = LanguageModel::open(file);
                model.verify();
                return model;
            },
            "file"_a, unlocked)
        .def_static("is_one", &LanguageModel::is_one, "file"_a)
        .def("verify", &LanguageModel::verify, unlocked)
        .def_prop_ro("order", &LanguageModel::order)
        .def_prop_ro("counts", [](const LanguageModel& self) { return listed(self.counts()); })
        .def("__contains__",
             [](const LanguageModel& self, std::string_view word) { return self.vocabulary().find(word) != kUnknown; })
        .def(
            "word", [](const LanguageModel& self, WordId id) { return self.vocabulary().word(id); }, "id"_a)
        .def("score_sentence", &score_sentence, "sentence"_a)
        .def("score_tokens", &score_tokens, "sentence"_a)
        .def("score_file", &score_file, "text"_a)
        .def("score_repeatedly", &score_repeatedly, "text"_a, "rounds"_a)
        .def("probability", &probability, "word"_a, "context"_a, "start"_a)
        .def_prop_ro("has_words", &LanguageModel::has_words)
        .def(
            "write_arpa",
            [](const LanguageModel& self, const Path& file) {
                SpelledModel spelled(self);
                write_arpa(spelled, file);
            },
            "file"_a, unlocked)
        .def(
            "pruned",
            [](const LanguageModel& self, double threshold, const std::vector<Path>& texts) {
                SpelledModel spelled(self);
                return PrunedModel(spelled, threshold, texts);
            },
            "threshold"_a, "texts"_a, unlocked);

    nb::class_<PrunedModel>(module, "PrunedModel")
        .def_prop_ro("counts", [](const PrunedModel& self) { return listed(self.counts()); })
        .def(
            "write_arpa", [](PrunedModel& self, const Path& file) { write_arpa(self, file); }, "file"_a, unlocked)
        .def(
            "write_binary",
            [](PrunedModel& self, const Path& file, bool quantise) { write_language_model(self, file, quantise); },
            "file"_a, "quantise"_a, unlocked);

    nb::class_<EstimatedModel>(module, "EstimatedModel")
        .def_prop_ro("counts", [](const EstimatedModel& self) { return listed(self.counts()); })
        .def_prop_ro("discounts",
                     [](const EstimatedModel& self) {
                         std::vector<std::pair<std::array<float, 3>, bool>> found;
                         for (const Discounts& of : self.discounts()) {
                             found.push_back({{of.amounts[1], of.amounts[2], of.amounts[3]}, of.fallback});
                         }
                         return found;
                     })
        .def_prop_ro("sentences", &EstimatedModel::sentences)
        .def_prop_ro("tokens", &EstimatedModel::tokens)
        .def(
            "write_arpa", [](EstimatedModel& self, const Path& file) { write_arpa(self, file); }, "file"_a, unlocked)
        .def(
            "write_binary",
            [](EstimatedModel& self, const Path& file, bool quantise) { write_language_model(self, file, quantise); },
            "file"_a, "quantise"_a, unlocked)
        .def(
            "pruned",
            [](EstimatedModel& self, double threshold, const std::vector<Path>& texts) {
                return PrunedModel(self, threshold, texts);
            },
            "threshold"_a, "texts"_a, unlocked);

    module.def("estimate_lm", &estimate_model, "texts"_a, "order"_a, "prune"_a, "skip_symbols"_a, "memory"_a,
               "folder"_a, "threads"_a, "progress"_a.none());
    module.def("build_lm", &build, "arpa"_a, "file"_a, "quantise"_a, unlocked);
    module.def(
        "prune_arpa",
        [](const Path& arpa, double threshold, const std::vector<Path>& texts) {
            ArpaReader reader(arpa);
            return PrunedModel(reader, threshold, texts);
        },
        "arpa"_a, "threshold"_a, "texts"_a, unlocked);
    module.def("copy_arpa", &copy_arpa, "arpa"_a, "file"_a, unlocked);
}
