#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace antecede {

/// Upper envelopes, bundle after bundle. `line[i]` is the highest of its bundle from `from[i]` on, until the next
/// entry of the bundle takes over; every bundle's first entry starts at minus infinity.
struct Envelopes {
    std::vector<double> from;
    std::vector<std::uint32_t> line;
};

/// Lines `intercept + x * slope` in bundles (one for each sentence's hypotheses), whose slopes stay while their
/// intercepts change: what minimum error rate training asks again and again along one direction.
/// Immutable once made, so threads may share one. 12 bytes a line.
class LineBundles {
public:
    /// Bundle i holds the lines from `offsets[i]` up to `offsets[i + 1]`. Sorts them by slope: O(n log n).
    /// Throws std::invalid_argument for offsets that do not divide the lines, and slopes that are not finite.
    LineBundles(std::span<const double> slopes, std::span<const std::int64_t> offsets);

    /// One intercept a line. O(n); of lines that are equal the first counts.
    /// Throws std::invalid_argument if their number is wrong, or if one is not finite.
    Envelopes upper(std::span<const double> intercepts) const;

private:
    std::vector<std::uint32_t> order_;  // lines by slope within their bundle
    std::vector<double> slopes_;        // in that order
    std::vector<std::size_t> offsets_;
};

}  // namespace antecede
