// The decoder as Python sees it. Translating releases the interpreter lock.

#include "bindings/decoder.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "decoder/agreement.hpp"
#include "decoder/choice.hpp"
#include "decoder/decoder.hpp"
#include "decoder/nbest_list.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using namespace antecede;
using Path = std::filesystem::path;
using Links = std::vector<std::pair<std::int32_t, std::int32_t>>;
/// target words, scores, alignment
using BackoffEntry = std::tuple<std::vector<std::string>, std::vector<double>, Links>;
/// first, last, target words, scores by feature, alignment, exclusive
using PythonOption = std::tuple<std::size_t, std::size_t, std::vector<std::string>, NamedValues, Links, bool>;

/// A sentence's translations, with the decoder that can name its words. Words become strings only when Python asks.
struct Translations {
    std::shared_ptr<const Decoder> decoder;
    Result result;

    const Translated& at(std::size_t number) const {
        if (number >= result.best.size()) throw nb::index_error("no such translation");
        return result.best[number];
    }

    nb::list words(std::span<const WordId> ids) const {
        nb::list words;
        for (const WordId id : ids) {
            const std::string_view word = decoder->word(result, id);
            words.append(nb::str(word.data(), word.size()));
        }
        return words;
    }
};

std::vector<Link> as_links(const Links& pairs) {
    std::vector<Link> links;
    for (const auto& [source, target] : pairs) links.push_back({source, target});
    return links;
}

/// Hands a vector over to numpy without copying it: the capsule owns it and dies with the last array that views it.
template <typename T>
nb::object as_array(std::vector<T> values, std::size_t columns = 0) {
    auto* kept = new std::vector<T>(std::move(values));
    const nb::capsule owner(kept, [](void* pointer) noexcept { delete static_cast<std::vector<T>*>(pointer); });
    if (columns == 0) return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner));
    const std::size_t rows = kept->size() / columns;
    return nb::cast(nb::ndarray<nb::numpy, T, nb::ndim<2>>(kept->data(), {rows, columns}, owner));
}

std::shared_ptr<const Models> open_models(
    const PhraseTable& phrase_table, const Path& lm,
    const std::optional<std::tuple<std::string, std::size_t, std::map<std::string, std::vector<BackoffEntry>>>>&
        backoff,
    const std::vector<std::pair<std::string, std::size_t>>& option_features,
    const std::vector<std::shared_ptr<const Feature>>& features) {
    std::shared_ptr<BackoffTable> table;
    if (backoff) {
        table = std::make_shared<BackoffTable>();
        table->feature = std::get<0>(*backoff);
        table->scores = std::get<1>(*backoff);
        for (const auto& [word, entries] : std::get<2>(*backoff)) {
            auto& kept = table->entries[word];
            for (const auto& [target, scores, alignment] : entries) {
                kept.push_back({target, scores, as_links(alignment)});
            }
        }
    }
    const LanguageModel language_model = LanguageModel::open(lm);
    {
        const nb::gil_scoped_release released;
        language_model.verify();
    }
    return std::make_shared<Models>(phrase_table, language_model, table, option_features, features);
}

std::vector<Request> read_requests(const nb::list& sentences,
                                   const std::optional<std::vector<std::vector<PythonOption>>>& options,
                                   const std::optional<std::vector<NamedValues>>& notes) {
    std::vector<Request> requests(nb::len(sentences));
    if ((options && options->size() != requests.size()) || (notes && notes->size() != requests.size())) {
        throw BadSettings("options and notes need one entry per sentence");
    }
    for (std::size_t number = 0; number < requests.size(); ++number) {
        requests[number].words = nb::cast<std::vector<std::string>>(sentences[number]);
        if (options) {
            for (const auto& [first, last, target, scores, alignment, exclusive] : (*options)[number]) {
                requests[number].options.push_back({first, last, target, scores, as_links(alignment), exclusive});
            }
        }
        if (notes) requests[number].notes = (*notes)[number];
    }
    return requests;
}

std::vector<Translations> translate(const std::shared_ptr<const Decoder>& decoder, const nb::list& sentences,
                                    const std::optional<std::vector<std::vector<PythonOption>>>& options,
                                    const std::optional<std::vector<NamedValues>>& notes, std::size_t n_best,
                                    bool distinct, bool graph, std::size_t threads) {
    // Copied, since Python's strings and lists may not be read without its lock.
    const std::vector<Request> requests = read_requests(sentences, options, notes);
    std::vector<Translations> all;
    // From here on no Python object is touched: other threads of Python run meanwhile.
    const nb::gil_scoped_release released;
    for (Result& result : decoder->translate(requests, {n_best, distinct, graph}, threads)) {
        all.push_back({decoder, std::move(result)});
    }
    return all;
}

nb::list alignment_of(const Translations& self, std::size_t number) {
    nb::list links;
    for (const Link link : self.at(number).alignment) links.append(nb::make_tuple(link.source, link.target));
    return links;
}

nb::list segmentation_of(const Translations& self, std::size_t number) {
    nb::list phrases;
    for (const Segment& phrase : self.at(number).segmentation) {
        phrases.append(nb::make_tuple(phrase.first, phrase.last, phrase.target_first, phrase.target_end));
    }
    return phrases;
}

nb::bytes moses_lines_of(const Translations& self, std::size_t sentence) {
    std::string text;
    {
        const nb::gil_scoped_release released;
        text = moses_lines(*self.decoder, self.result, sentence);
    }
    return nb::bytes(text.data(), text.size());
}

std::vector<std::size_t> differing_of(const Translations& self, const std::vector<std::size_t>& places,
                                      const std::vector<std::size_t>& others) {
    const nb::gil_scoped_release released;
    return differing(self.result.best, places, others);
}

nb::object graph_of(const Translations& self) {
    const SearchGraph& graph = self.result.graph;
    std::vector<std::uint32_t> arcs;
    for (const SearchGraph::Arc& arc : graph.arcs) {
        arcs.insert(arcs.end(), {arc.from, arc.to, arc.first, arc.last, arc.target_first, arc.target_end});
    }
    return nb::make_tuple(as_array(graph.node_scores), as_array(std::move(arcs), 6),
                          as_array(graph.arc_values, self.decoder->layout().size()), self.words(graph.words));
}

using AttributeArray = nb::ndarray<const std::uint16_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using TableArray = nb::ndarray<const float, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

std::shared_ptr<AgreementFeature> make_agreement(std::string name, const AttributeArray& attributes,
                                                 const TableArray& table) {
    if (table.shape(0) != table.shape(1)) throw std::invalid_argument("the table of an agreement must be square");
    return std::make_shared<AgreementFeature>(
        std::move(name), WordAttributes({attributes.data(), attributes.data() + attributes.size()}), table.shape(0),
        std::vector<float>(table.data(), table.data() + table.size()));
}

std::shared_ptr<ChoiceFeature> make_choice(std::string name, const AttributeArray& attributes, std::size_t classes) {
    return std::make_shared<ChoiceFeature>(
        std::move(name), WordAttributes({attributes.data(), attributes.data() + attributes.size()}), classes);
}

}  // namespace

void bind_decoder(nb::module_& module) {
    // Static, since the translator outlives this call.
    static nb::object bad = nb::steal(PyErr_NewException("antecede._native.BadSettings", PyExc_ValueError, nullptr));
    module.attr("BadSettings") = bad;
    nb::register_exception_translator([](const std::exception_ptr& fault, void*) {
        try {
            std::rethrow_exception(fault);
        } catch (const BadSettings& error) {
            PyErr_SetString(bad.ptr(), error.what());
        }
    });

    nb::class_<Feature>(module, "Feature").def_prop_ro("name", [](const Feature& self) {
        return std::string(self.name());
    });
    nb::class_<AgreementFeature, Feature>(module, "AgreementFeature")
        .def(nb::new_(&make_agreement), "name"_a, "attributes"_a, "table"_a);
    nb::class_<ChoiceFeature, Feature>(module, "ChoiceFeature")
        .def(nb::new_(&make_choice), "name"_a, "attributes"_a, "classes"_a);

    nb::class_<Models>(module, "DecoderModels")
        .def(nb::new_(&open_models), "phrase_table"_a, "language_model"_a, "backoff"_a.none() = nb::none(),
             "option_features"_a = nb::list(), "features"_a = nb::list())
        .def_prop_ro("features",
                     [](const Models& self) {
                         nb::list slots;
                         for (const FeatureSlot& slot : self.layout.slots()) {
                             slots.append(nb::make_tuple(slot.name, slot.size));
                         }
                         return slots;
                     })
        .def("target_words", [](const Models& self) {
            const MappedVocabulary& words = self.phrases.target_vocabulary();
            nb::list all;
            for (std::size_t id = 0; id < words.size(); ++id) {
                const std::string_view word = words.word(static_cast<WordId>(id));
                all.append(nb::str(word.data(), word.size()));
            }
            return all;
        });

    // Made as a shared_ptr: translations keep their decoder, which names their words, alive.
    nb::class_<Decoder>(module, "Decoder")
        .def(nb::new_([](const std::shared_ptr<const Models>& models, const NamedValues& weights, std::size_t pop_limit,
                         std::size_t stack_size, std::size_t table_limit, int distortion_limit, float beam,
                         float lookahead) {
                 return std::make_shared<Decoder>(
                     models, weights,
                     DecoderSettings{pop_limit, stack_size, table_limit, distortion_limit, beam, lookahead});
             }),
             "models"_a, "weights"_a, nb::kw_only(), "pop_limit"_a = DecoderSettings{}.pop_limit,
             "stack_size"_a = DecoderSettings{}.stack_size, "table_limit"_a = DecoderSettings{}.table_limit,
             "distortion_limit"_a = DecoderSettings{}.distortion_limit, "beam"_a = DecoderSettings{}.beam,
             "lookahead"_a = DecoderSettings{}.lookahead)
        .def("translate", &translate, "sentences"_a, nb::kw_only(), "options"_a.none() = nb::none(),
             "notes"_a.none() = nb::none(), "n_best"_a = 1, "distinct"_a = false, "graph"_a = false, "threads"_a = 1);

    nb::class_<Translations>(module, "Translations")
        .def("__len__", [](const Translations& self) { return self.result.best.size(); })
        .def_prop_ro("scores",
                     [](const Translations& self) {
                         std::vector<double> scores;
                         for (const Translated& translated : self.result.best) scores.push_back(translated.score);
                         return as_array(std::move(scores));
                     })
        .def_prop_ro("features",
                     [](const Translations& self) {
                         std::vector<float> values;
                         for (const Translated& translated : self.result.best) {
                             values.insert(values.end(), translated.values.begin(), translated.values.end());
                         }
                         return as_array(std::move(values), self.decoder->layout().size());
                     })
        .def(
            "tokens", [](const Translations& self, std::size_t number) { return self.words(self.at(number).words); },
            "number"_a)
        .def("alignment", &alignment_of, "number"_a)
        .def("segmentation", &segmentation_of, "number"_a)
        .def(
            "values",
            [](const Translations& self, std::size_t number) {
                return std::pair(self.at(number).score, self.at(number).values);
            },
            "number"_a)
        .def("moses_lines", &moses_lines_of, "sentence"_a)
        .def("differing", &differing_of, "places"_a, "others"_a)
        .def("graph", &graph_of);
}
