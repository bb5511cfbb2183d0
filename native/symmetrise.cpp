#include "symmetrise.hpp"

#include <algorithm>
#include <functional>
#include <iterator>
#include <queue>

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

/// symal's order of neighbours, as (target, source) steps; which of two rivals is taken depends on it.
constexpr std::array<std::pair<std::int32_t, std::int32_t>, 8> kNeighbours{
    {{-1, 0}, {0, -1}, {1, 0}, {0, 1}, {-1, -1}, {-1, 1}, {1, -1}, {1, 1}}};

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
        Pass pass;
        Pass next;
        for (std::size_t index = 0; index < points_.size(); ++index) {
            if (points_[index].forward && points_[index].reverse) {
                choose(points_[index]);
                pass.push(index);
            }
        }
        while (!pass.empty()) {
            const std::size_t index = pass.top();
            pass.pop();
            for (const auto& [target_step, source_step] : kNeighbours) {
                const auto neighbour = find(points_[index].target + target_step, points_[index].source + source_step);
                if (!neighbour) continue;
                Point& point = points_[*neighbour];
                if (point.chosen || (source_covered(point) && target_covered(point))) continue;
                choose(point);
                (*neighbour > index ? pass : next).push(*neighbour);
            }
            if (pass.empty()) std::swap(pass, next);
        }
    }

    std::optional<std::size_t> find(std::int32_t target, std::int32_t source) const {
        const Point wanted{target, source, false, false};
        const auto found = std::lower_bound(points_.begin(), points_.end(), wanted);
        if (found == points_.end() || wanted < *found) return std::nullopt;
        return static_cast<std::size_t>(found - points_.begin());
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

    using Pass = std::priority_queue<std::size_t, std::vector<std::size_t>, std::greater<>>;

    std::vector<Point> points_;
    std::vector<bool> source_covered_;
    std::vector<bool> target_covered_;
};

}  // namespace

Alignments symmetrise(const Alignments& forward, const Alignments& reverse, Method method) {
    if (forward.size() != reverse.size()) throw std::invalid_argument("two directions of different sizes");
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
