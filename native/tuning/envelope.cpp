#include "tuning/envelope.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

namespace antecede {

namespace {

/// Infinities and what is not a number would make the order of lines, and so the envelope, depend on chance.
void refuse_infinite(std::span<const double> values, const char* problem) {
    if (!std::ranges::all_of(values, [](double value) { return std::isfinite(value); })) {
        throw std::invalid_argument(problem);
    }
}

/// Which of the lines, sorted by slope, can be part of the upper envelope: right of 0 a line needs to be higher at 0
/// than all steeper ones, left of 0 higher than all flatter ones. Usually a handful of hundreds.
void keep_candidates(std::span<const double> heights, std::vector<std::size_t>& candidates) {
    candidates.clear();
    const auto highest = static_cast<std::size_t>(std::ranges::max_element(heights) - heights.begin());
    double height = -std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < heights.size() && i <= highest; ++i) {
        if (heights[i] > height) {
            height = heights[i];
            candidates.push_back(i);
        }
    }
    const auto steeper = static_cast<std::ptrdiff_t>(candidates.size());
    height = -std::numeric_limits<double>::infinity();
    for (std::size_t i = heights.size(); i > highest + 1; --i) {
        // Equal heights too: of equal lines the first counts.
        if (heights[i - 1] >= height) {
            height = heights[i - 1];
            candidates.push_back(i - 1);
        }
    }
    std::reverse(candidates.begin() + steeper, candidates.end());
}

}  // namespace

LineBundles::LineBundles(std::span<const double> slopes, std::span<const std::int64_t> offsets)
    : order_(slopes.size()), slopes_(slopes.size()), offsets_(offsets.begin(), offsets.end()) {
    if (slopes.size() > std::numeric_limits<std::uint32_t>::max()) throw std::invalid_argument("too many lines");
    if (offsets.empty() || offsets.front() != 0 || offsets_.back() != slopes.size() ||
        !std::ranges::is_sorted(offsets)) {
        throw std::invalid_argument("the offsets do not divide the lines into bundles");
    }
    refuse_infinite(slopes, "a slope is not a finite number");
    std::iota(order_.begin(), order_.end(), 0U);
    for (std::size_t bundle = 0; bundle + 1 < offsets_.size(); ++bundle) {
        const auto lines = std::span(order_).subspan(offsets_[bundle], offsets_[bundle + 1] - offsets_[bundle]);
        std::ranges::sort(lines, [slopes](std::uint32_t a, std::uint32_t b) {
            return slopes[a] != slopes[b] ? slopes[a] < slopes[b] : a < b;
        });
    }
    std::ranges::transform(order_, slopes_.begin(), [slopes](std::uint32_t line) { return slopes[line]; });
}

Envelopes LineBundles::upper(std::span<const double> intercepts) const {
    if (intercepts.size() != order_.size()) throw std::invalid_argument("there must be one intercept per line");
    refuse_infinite(intercepts, "an intercept is not a finite number");

    Envelopes found;
    std::vector<double> heights;          // intercepts in the order of slopes
    std::vector<std::size_t> candidates;  // lines that no other beats both in slope and at 0
    for (std::size_t bundle = 0; bundle + 1 < offsets_.size(); ++bundle) {
        const auto order = std::span(order_).subspan(offsets_[bundle], offsets_[bundle + 1] - offsets_[bundle]);
        const auto slopes = std::span(slopes_).subspan(offsets_[bundle], order.size());
        heights.resize(order.size());
        std::ranges::transform(order, heights.begin(), [intercepts](std::uint32_t line) { return intercepts[line]; });
        // Before any crossing is computed, so that divisions are few.
        keep_candidates(heights, candidates);

        std::size_t kept = 0;  // how many of the candidates are the envelope so far; they move to the front
        for (const std::size_t next : candidates) {
            double from = -std::numeric_limits<double>::infinity();
            bool above = true;
            while (kept > 0) {
                const std::size_t top = candidates[kept - 1];
                const double steeper = slopes[next] - slopes[top];
                if (steeper == 0.0) {
                    // Parallel: the higher one counts, or the first, which `order_` puts first.
                    above = heights[next] > heights[top];
                    if (!above) break;
                } else {
                    const double crossing = (heights[top] - heights[next]) / steeper;
                    // Otherwise the new line overtakes the last one before that one is the highest anywhere: it goes.
                    if (crossing > found.from.back()) {
                        from = crossing;
                        break;
                    }
                }
                --kept;
                found.from.pop_back();
            }
            if (!above) continue;
            candidates[kept++] = next;
            found.from.push_back(from);
        }
        for (std::size_t i = 0; i < kept; ++i) found.line.push_back(order[candidates[i]]);
    }
    return found;
}

}  // namespace antecede
