// Python's side of tuning: upper envelopes.

#include "bindings/tuning.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include "tuning/envelope.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace {

using antecede::LineBundles;
using NumberArray = nb::ndarray<const double, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using OffsetArray = nb::ndarray<const std::int64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

/// Hands a vector over to numpy without copying it.
template <typename T>
nb::ndarray<nb::numpy, T, nb::ndim<1>> to_array(std::vector<T>&& values) {
    auto* kept = new std::vector<T>(std::move(values));
    const nb::capsule owner(kept, [](void* vector) noexcept { delete static_cast<std::vector<T>*>(vector); });
    return nb::ndarray<nb::numpy, T, nb::ndim<1>>(kept->data(), {kept->size()}, owner);
}

void make_bundles(LineBundles* self, const NumberArray& slopes, const OffsetArray& offsets) {
    const nb::gil_scoped_release released;
    new (self) LineBundles(std::span(slopes.data(), slopes.size()), std::span(offsets.data(), offsets.size()));
}

nb::tuple upper(const LineBundles& bundles, const NumberArray& intercepts) {
    antecede::Envelopes found;
    {
        const nb::gil_scoped_release released;
        found = bundles.upper(std::span(intercepts.data(), intercepts.size()));
    }
    return nb::make_tuple(to_array(std::move(found.from)), to_array(std::move(found.line)));
}

}  // namespace

void bind_tuning(nb::module_& module) {
    nb::class_<LineBundles>(module, "LineBundles")
        .def("__init__", &make_bundles, "slopes"_a, "offsets"_a)
        .def("upper", &upper, "intercepts"_a);
}
