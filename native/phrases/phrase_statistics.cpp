// What phrase scoring computes of one pair at a time.

#include <algorithm>
#include <bit>
#include <cmath>

#include "phrases/phrase_scoring.hpp"

namespace antecede {

namespace {

constexpr LinkBits kRow = 0x7F;

double log_choose(double n, double k) { return std::lgamma(n + 1) - std::lgamma(k + 1) - std::lgamma(n - k + 1); }

}  // namespace

bool comes_after(LinkBits a, LinkBits b) noexcept {
    for (; a != b; a >>= 7, b >>= 7) {
        const LinkBits first = a & kRow;
        const LinkBits second = b & kRow;
        if (first == second) continue;
        // Up to the first place that only one of them has, both sets are the same. The one that has it comes first,
        // unless the other has nothing from there on and is its beginning.
        const int place = std::countr_zero(first ^ second);
        const bool first_has_it = (first >> place & 1) != 0;
        const bool other_goes_on = ((first_has_it ? second : first) >> place) != 0;
        return first_has_it != other_goes_on;
    }
    return false;
}

LinkBits turned(LinkBits links) noexcept {
    LinkBits result = 0;
    for (; links != 0; links &= links - 1) {
        const int bit = std::countr_zero(links);
        result |= LinkBits{1} << (bit % 7 * 7 + bit / 7);
    }
    return result;
}

CountedPair count_pair(std::span<const Occurrence> run) {
    const Occurrence& first = run.front();
    CountedPair pair{first.target_hash,
                     first.source_at,
                     first.target_at,
                     static_cast<std::uint32_t>(run.size()),
                     static_cast<std::uint8_t>(first.source_length()),
                     static_cast<std::uint8_t>(first.target_length()),
                     first.links(),
                     first.links(),
                     {}};
    std::size_t most = 0;
    for (std::size_t begin = 0; begin < run.size();) {
        std::size_t end = begin;
        for (; end < run.size() && run[end].links() == run[begin].links(); ++end) {
            ++pair.orientations[run[end].before()];
            ++pair.orientations[3 + run[end].after()];
        }
        const LinkBits links = run[begin].links();
        if (end - begin > most) {
            most = end - begin;
            pair.links = pair.inverse_links = links;
        } else if (end - begin == most) {
            if (comes_after(links, pair.links)) pair.links = links;
            if (comes_after(turned(links), turned(pair.inverse_links))) pair.inverse_links = links;
        }
        begin = end;
    }
    return pair;
}

PhraseDiscounts::PhraseDiscounts(Smoothing smoothing, const std::array<std::uint64_t, kCounted + 1>& times,
                                 std::uint64_t distinct)
    : smoothing_(smoothing), distinct_(static_cast<double>(std::max<std::uint64_t>(distinct, 1))) {
    std::array<double, kCounted + 1> n{};
    std::ranges::transform(times, n.begin(), [](std::uint64_t count) { return static_cast<double>(count); });
    // As in Moses's consolidate: 0.01 is the floor of a discount, 0.1 keeps a count that no pair has from dividing by
    // 0, and discounts do not decrease with the count.
    good_turing_[0] = 0.01;
    for (std::size_t i = 1; i < kCounted; ++i) {
        const double share = static_cast<double>(i + 1) / static_cast<double>(i) * (n[i + 1] + 0.1) / (n[i] + 0.1);
        good_turing_[i] = std::max(std::min(share, 1.0), good_turing_[i - 1]);
    }
    // Chen and Goodman 1998, with Moses's bounds: a count keeps at least 0.1. Where a tiny corpus has no pair seen that
    // often, the discount is that bound.
    const double y = n[1] + 2 * n[2] > 0 ? n[1] / (n[1] + 2 * n[2]) : 0.0;
    for (std::size_t i = 1; i <= 3; ++i) {
        const auto times_seen = static_cast<double>(i);
        const double discount = n[i] > 0 ? times_seen - (times_seen + 1) * y * n[i + 1] / n[i] : times_seen;
        kneser_ney_[i - 1] = std::clamp(discount, 0.0, times_seen - 0.1);
    }
}

double PhraseDiscounts::adjusted(std::uint32_t together, std::uint64_t given_distinct,
                                 std::uint64_t other_distinct) const noexcept {
    const auto count = static_cast<double>(together);
    if (smoothing_ == Smoothing::kGoodTuring) return together < kCounted - 1 ? count * good_turing_[together] : count;
    if (smoothing_ == Smoothing::kNone) return count;
    // Foster et al. 2006: what is taken from each pair is given back by how many partners the other phrase has.
    const double discount = kneser_ney_[std::min<std::size_t>(together, 3) - 1];
    return count - discount +
           discount * static_cast<double>(given_distinct) * static_cast<double>(other_distinct) / distinct_;
}

double significance(std::uint64_t together, std::uint64_t source, std::uint64_t target, std::uint64_t sentences) {
    // A phrase may occur several times in a sentence, or be extracted several times: no more than the sentences count.
    const double all = static_cast<double>(sentences);
    const double s = std::min(static_cast<double>(source), all);
    const double t = std::min(static_cast<double>(target), all);
    double k = std::min({static_cast<double>(together), s, t});
    k = std::max(k, std::max(0.0, s + t - all));
    const double highest = std::min(s, t);
    double term = log_choose(s, k) + log_choose(all - s, t - k) - log_choose(all, t);
    // The tail of the hypergeometric distribution: its first term by logarithms, the others by their ratios to it,
    // until they no longer change the sum. The terms themselves underflow for frequent phrases.
    double sum = 1.0;
    double relative = 1.0;
    for (; k < highest && relative > 1e-12 * sum; k += 1) {
        relative *= (s - k) * (t - k) / ((k + 1) * (all - s - t + k + 1));
        sum += relative;
    }
    return -(term + std::log(sum));
}

}  // namespace antecede
