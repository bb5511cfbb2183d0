// What Python sees of the core; only the files of this folder know Python.

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string_view.h>

#include <algorithm>
#include <utility>

#include "alignment/alignment.hpp"
#include "alignment/symmetrise.hpp"
#include "bindings/decoder.hpp"
#include "bindings/language_model.hpp"
#include "bindings/training.hpp"
#include "bindings/tuning.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using antecede::Alignments;
using antecede::Link;
using LengthArray = nb::ndarray<const std::int32_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

std::optional<std::span<const std::int32_t>> as_span(const std::optional<LengthArray>& lengths) {
    if (!lengths) return std::nullopt;
    return std::span(lengths->data(), lengths->size());
}

Alignments parse(nb::bytes text, const std::optional<LengthArray>& source, const std::optional<LengthArray>& target) {
    const std::string_view view(text.c_str(), text.size());
    const antecede::Lengths lengths{as_span(source), as_span(target)};
    // Bytes do not change, and the caller holds a reference: the view stays valid without the lock.
    const nb::gil_scoped_release released;
    return antecede::parse_pharaoh(view, lengths);
}

/// Links that are numbers already; a position that no sentence has is refused, as `parse` refuses it.
Alignments of_links(nb::iterable sentences) {
    Alignments alignments;
    for (nb::handle sentence : sentences) {
        for (nb::handle link : sentence) {
            const auto [source, target] = nb::cast<std::pair<std::int64_t, std::int64_t>>(link);
            if (std::min(source, target) < 0 || std::max(source, target) >= antecede::kPositions) {
                throw antecede::MalformedAlignment(alignments.size() + 1, "a link points outside any sentence");
            }
            alignments.add({static_cast<std::int32_t>(source), static_cast<std::int32_t>(target)});
        }
        alignments.end_sentence();
    }
    alignments.shrink();
    return alignments;
}

nb::bytes format(const Alignments& alignments) {
    const std::string text = antecede::format_pharaoh(alignments);
    return nb::bytes(text.data(), text.size());
}

Alignments symmetrise(const Alignments& forward, const Alignments& reverse, std::string_view name) {
    for (const auto& [known, method] : antecede::kMethods) {
        if (known != name) continue;
        const nb::gil_scoped_release released;
        return antecede::symmetrise(forward, reverse, method);
    }
    throw std::invalid_argument("unknown method");
}

std::span<const Link> sentence_of(const Alignments& alignments, std::size_t sentence) {
    if (sentence >= alignments.size()) throw nb::index_error("no such sentence");
    return alignments[sentence];
}

using Search = void (*)(std::span<const Link>, std::int32_t, std::vector<std::int32_t>&);

template <Search kSearch>
nb::tuple linked(const Alignments& alignments, std::size_t sentence, std::int32_t position) {
    std::vector<std::int32_t> found;
    kSearch(sentence_of(alignments, sentence), position, found);
    nb::list positions;
    for (const std::int32_t other : found) positions.append(other);
    return nb::tuple(positions);
}

nb::list pairs(const Alignments& alignments, std::size_t sentence) {
    nb::list links;
    for (const Link link : sentence_of(alignments, sentence)) links.append(nb::make_tuple(link.source, link.target));
    return links;
}

}  // namespace

NB_MODULE(_native, module) {
    module.doc() = "What must be fast, in C++.";

    // The module keeps the class alive, and the translator does not outlive the module.
    const nb::object malformed =
        nb::steal(PyErr_NewException("antecede._native.MalformedAlignment", PyExc_ValueError, nullptr));
    module.attr("MalformedAlignment") = malformed;
    nb::register_exception_translator(
        [](const std::exception_ptr& fault, void* type) {
            try {
                std::rethrow_exception(fault);
            } catch (const antecede::MalformedAlignment& error) {
                PyErr_SetObject(static_cast<PyObject*>(type), nb::make_tuple(error.line(), error.what()).ptr());
            }
        },
        malformed.ptr());

    nb::list names;
    for (const auto& [name, method] : antecede::kMethods) names.append(nb::str(name.data(), name.size()));
    module.attr("METHODS") = nb::tuple(names);

    nb::class_<Alignments>(module, "FlatAlignments")
        .def("__len__", &Alignments::size)
        .def("pairs", &pairs, "sentence"_a)
        .def("targets", &linked<antecede::targets_of>, "sentence"_a, "position"_a)
        .def("sources", &linked<antecede::sources_of>, "sentence"_a, "position"_a)
        .def("reversed", &antecede::reversed)
        .def("slice", &antecede::slice, "first"_a, "last"_a)
        // Views: numpy keeps the object alive for as long as it keeps the array.
        .def_prop_ro("offsets",
                     [](Alignments& self) {
                         return nb::ndarray<nb::numpy, const std::int64_t, nb::ndim<1>>(
                             self.offsets().data(), {self.offsets().size()}, nb::find(self));
                     })
        .def_prop_ro("links", [](Alignments& self) {
            // A link is two numbers without padding, so the links are a matrix of two columns.
            static_assert(sizeof(Link) == 2 * sizeof(std::int32_t));
            return nb::ndarray<nb::numpy, const std::int32_t, nb::ndim<2>>(
                self.links().empty() ? nullptr : &self.links().front().source, {self.links().size(), 2},
                nb::find(self));
        });

    module.def("parse", &parse, "text"_a, "source_lengths"_a.none(), "target_lengths"_a.none());
    module.def("of_links", &of_links, "sentences"_a);
    module.def("format", &format, "alignments"_a);
    module.def("symmetrise", &symmetrise, "forward"_a, "reverse"_a, "method"_a);

    bind_lm(module);
    bind_training(module);
    bind_tuning(module);
    bind_decoder(module);
}
