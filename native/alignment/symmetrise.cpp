#include "alignment/symmetrise.hpp"

#include <algorithm>
#include <functional>
#include <iterator>

namespace antecede {

namespace {

/// A link of the union, in symal's order: by target, then source.
struct Point {
    std::int32_t target;
    std::int32_t source;
    bool forward;
    bool reverse;
    bool chosen = false;

    friend bool operator<(const Point& left, const Point& right) {
        return std::pair(left.target, left.source) < std::pair(right.target, right.source);
    }
};

/// symal's order of neighbours by (target, source) steps of -1, 0 and 1; which of two rivals is taken depends on it.
/// Straight steps come before diagonal ones; the point itself has no place in the order.
constexpr std::array<std::array<std::size_t, 3>, 3> kOrder{{{4, 0, 5}, {1, 8, 3}, {6, 2, 7}}};

/// The grow methods on one sentence after another. Keeps its buffers, so that a long run does not allocate for each.
class Grower {
public:
    void grow(std::span<const Link> forward, std::span<const Link> reverse, Method method, Alignments& out) {
        fill(forward, reverse);
        grow_diagonally();
        if (method != Method::kGrowDiag) {
            const bool both = method == Method::kGrowDiagFinalAnd;
            finish(both, [](const Point& point) { return point.forward; });
            finish(both, [](const Point& point) { return point.reverse; });
        }
        for (const Point& point : points_) {
            if (point.chosen) out.add({point.source, point.target});
        }
    }

private:
    void fill(std::span<const Link> forward, std::span<const Link> reverse) {
        points_.clear();
        for (const Link link : forward) points_.push_back({link.target, link.source, true, false});
        for (const Link link : reverse) points_.push_back({link.target, link.source, false, true});
        std::sort(points_.begin(), points_.end());
        std::size_t kept = 0;
        std::int32_t last_source = -1;
        std::int32_t last_target = -1;
        for (const Point& point : points_) {
            if (kept > 0 && points_[kept - 1].target == point.target && points_[kept - 1].source == point.source) {
                points_[kept - 1].forward = points_[kept - 1].reverse = true;
            } else {
                points_[kept++] = point;
            }
            last_source = std::max(last_source, point.source);
            last_target = std::max(last_target, point.target);
        }
        points_.resize(kept);
        // Sized by the links, not by the sentences, which are not known here: words beyond the last link stay
        // uncovered.
        source_covered_.assign(static_cast<std::size_t>(last_source + 1), false);
        target_covered_.assign(static_cast<std::size_t>(last_target + 1), false);
    }

    bool source_covered(const Point& point) const { return source_covered_[static_cast<std::size_t>(point.source)]; }
    bool target_covered(const Point& point) const { return target_covered_[static_cast<std::size_t>(point.target)]; }

    void choose(Point& point) {
        point.chosen = true;
        source_covered_[static_cast<std::size_t>(point.source)] = true;
        target_covered_[static_cast<std::size_t>(point.target)] = true;
    }

    /// symal passes over the chosen points in order until nothing is added; a point added ahead of the pass is still
    /// met in it, one added behind waits for the next.
    void grow_diagonally() {
        pass_.clear();
        next_.clear();
        for (std::size_t index = 0; index < points_.size(); ++index) {
            if (points_[index].forward && points_[index].reverse) {
                choose(points_[index]);
                pass_.push_back(index);  // ascending, so a heap already
            }
        }
        while (!pass_.empty()) {
            std::ranges::pop_heap(pass_, std::greater<>());
            const std::size_t index = pass_.back();
            pass_.pop_back();
            for (const std::size_t neighbour : neighbours(index)) {
                if (neighbour == kNone) continue;
                Point& point = points_[neighbour];
                if (point.chosen || (source_covered(point) && target_covered(point))) continue;
                choose(point);
                auto& waiting = neighbour > index ? pass_ : next_;
                waiting.push_back(neighbour);
                std::ranges::push_heap(waiting, std::greater<>());
            }
            if (pass_.empty()) std::swap(pass_, next_);
        }
    }

    /// The neighbours of a point in the union, in symal's order, kNone where there is none. Points are sorted by target
    /// and source, so those of a target word that are near in source stand side by side: one search for each word.
    std::array<std::size_t, 8> neighbours(std::size_t index) const {
        std::array<std::size_t, 9> found{};  // the ninth place is the point itself, which is dropped
        found.fill(kNone);
        const Point& centre = points_[index];
        for (std::int32_t step = -1; step <= 1; ++step) {
            const Point first{centre.target + step, centre.source - 1, false, false};
            const auto place = std::lower_bound(points_.begin(), points_.end(), first) - points_.begin();
            for (auto near = static_cast<std::size_t>(place); near < points_.size(); ++near) {
                const std::int32_t aside = points_[near].source - centre.source;
                if (points_[near].target != first.target || aside > 1) break;
                found[kOrder[static_cast<std::size_t>(step + 1)][static_cast<std::size_t>(aside + 1)]] = near;
            }
        }
        std::array<std::size_t, 8> ordered{};
        std::copy_n(found.begin(), ordered.size(), ordered.begin());
        return ordered;
    }

    template <typename Direction>
    void finish(bool both_uncovered, Direction of_direction) {
        for (Point& point : points_) {
            if (point.chosen || !of_direction(point)) continue;
            const bool either = !source_covered(point) || !target_covered(point);
            const bool both = !source_covered(point) && !target_covered(point);
            if (both_uncovered ? both : either) choose(point);
        }
    }

    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    std::vector<Point> points_;
    std::vector<std::size_t> pass_;
    std::vector<std::size_t> next_;
    std::vector<bool> source_covered_;
    std::vector<bool> target_covered_;
};

}  // namespace

Alignments symmetrise(const Alignments& forward, const Alignments& reverse, Method method) {
    if (forward.size() != reverse.size())
        throw std::invalid_argument("the two directions have different numbers of sentences");
    if (method == Method::kForward) return forward;
    if (method == Method::kReverse) return reverse;
    Alignments result;
    result.reserve(forward.size(), std::max(forward.links().size(), reverse.links().size()));
    Grower grower;
    std::vector<Link> links;
    for (std::size_t sentence = 0; sentence < forward.size(); ++sentence) {
        const auto there = forward[sentence];
        const auto back = reverse[sentence];
        links.clear();
        if (method == Method::kIntersection) {
            std::ranges::set_intersection(there, back, std::back_inserter(links));
        } else if (method == Method::kUnion) {
            std::ranges::set_union(there, back, std::back_inserter(links));
        } else {
            grower.grow(there, back, method, result);
        }
        for (const Link link : links) result.add(link);
        result.end_sentence();
    }
    result.shrink();
    return result;
}

}  // namespace antecede
