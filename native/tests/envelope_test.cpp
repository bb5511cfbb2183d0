// Upper envelopes: worked by hand, and against every line at many points.

#include "tuning/envelope.hpp"

#include <algorithm>
#include <limits>
#include <random>
#include <stdexcept>
#include <vector>

#include "tests/checks.hpp"

namespace {

using namespace antecede;
using namespace antecede::tests;

constexpr double kFromTheStart = -std::numeric_limits<double>::infinity();

Envelopes upper(const std::vector<double>& slopes, const std::vector<double>& intercepts,
                const std::vector<std::int64_t>& offsets) {
    return LineBundles(slopes, offsets).upper(intercepts);
}

void test_by_hand() {
    // -x + 1 and x + 1 cross at 0; 0x + 1 only touches there, 0x + 2 is above between -1 and 1.
    const auto touching = upper({1, 0, -1}, {1, 1, 1}, {0, 3});
    check(touching.line == std::vector<std::uint32_t>{2, 0}, "a line that touches is not part of it");
    check(touching.from == std::vector<double>{kFromTheStart, 0}, "the crossing");
    const auto three = upper({1, 0, -1}, {1, 2, 1}, {0, 3});
    check(three.line == std::vector<std::uint32_t>{2, 1, 0}, "three lines");
    check(three.from == std::vector<double>{kFromTheStart, -1, 1}, "two crossings");
    const auto parallel = upper({0, 0, 0}, {1, 3, 3}, {0, 3});
    check(parallel.line == std::vector<std::uint32_t>{1}, "the higher of parallel lines, and the first of equal ones");
    const auto two = upper({1, -1, 0}, {0, 0, 5}, {0, 2, 2, 3});
    check(two.line == std::vector<std::uint32_t>{1, 0, 2}, "bundles apart, one of them empty");
    check(upper({}, {}, {0, 0}).line.empty(), "nothing");
}

void test_against_every_line() {
    std::mt19937 random(1);
    std::uniform_int_distribution<int> number(-9, 9);
    for (int round = 0; round < 500; ++round) {
        const std::size_t lines = 1 + random() % 12;
        std::vector<double> slopes(lines);
        std::vector<double> intercepts(lines);
        for (auto& slope : slopes) slope = number(random);
        for (auto& intercept : intercepts) intercept = number(random);
        const auto found = upper(slopes, intercepts, {0, static_cast<std::int64_t>(lines)});
        check(std::ranges::is_sorted(found.from), "from left to right");
        for (double x = -25.03; x < 25; x += 0.37) {
            double highest = kFromTheStart;
            for (std::size_t i = 0; i < lines; ++i) highest = std::max(highest, intercepts[i] + x * slopes[i]);
            const auto after = std::ranges::upper_bound(found.from, x);
            const auto line = found.line[static_cast<std::size_t>(after - found.from.begin()) - 1];
            check(intercepts[line] + x * slopes[line] > highest - 1e-9, "the highest line everywhere");
        }
    }
}

void test_refusals() {
    const auto refusal = [](const std::vector<double>& slopes, const std::vector<double>& intercepts,
                            const std::vector<std::int64_t>& offsets) {
        return fault_of<std::invalid_argument>([&] { upper(slopes, intercepts, offsets); });
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    check(!refusal({1}, {1}, {}).empty(), "no offsets");
    check(!refusal({1}, {1}, {0, 2}).empty(), "offsets past the end");
    check(!refusal({1, 2}, {1, 2}, {0, 3, 1, 2}).empty(), "offsets that go back");
    check(!refusal({1}, {1}, {-1, 1}).empty(), "offsets that start elsewhere");
    check(!refusal({nan}, {1}, {0, 1}).empty(), "a slope that is no number");
    check(!refusal({1}, {nan}, {0, 1}).empty(), "an intercept that is no number");
    check(!refusal({1}, {1, 2}, {0, 1}).empty(), "too many intercepts");
}

}  // namespace

int main() {
    test_by_hand();
    test_against_every_line();
    test_refusals();
    return failures == 0 ? 0 : 1;
}
