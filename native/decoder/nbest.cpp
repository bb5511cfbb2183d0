#include "decoder/nbest.hpp"

#include <algorithm>
#include <queue>
#include <unordered_map>
#include <unordered_set>

#include "base/hash.hpp"

namespace antecede {

namespace {

/// A path through the graph, kept as its difference from another, 16 bytes whatever its length: like `parent` from the
/// goal back to `node`, which it enters by the arc of that rank; from there back it follows the best arcs.
struct Path {
    float score;
    std::uint32_t parent;  // kNone for the best path
    std::uint32_t node;
    std::uint32_t rank;
};

/// The arcs of the nodes where paths differ, the best first; sorted when first asked for, since most never are.
class RankedArcs {
public:
    explicit RankedArcs(const Search& graph) : graph_(graph) {}

    const std::vector<std::uint32_t>& of(std::uint32_t node) {
        auto& arcs = by_node_[node];
        if (!arcs.empty()) return arcs;
        for (std::uint32_t arc = node; arc != kNone; arc = graph_[arc].next_arc) arcs.push_back(arc);
        std::ranges::sort(arcs, [this](std::uint32_t a, std::uint32_t b) {
            return graph_[a].score != graph_[b].score ? graph_[a].score > graph_[b].score : a < b;
        });
        return arcs;
    }

private:
    const Search& graph_;
    std::unordered_map<std::uint32_t, std::vector<std::uint32_t>> by_node_;
};

/// Paths in the order of their scores: the best unseen path differs from a seen one at a single node.
class Paths {
public:
    explicit Paths(const Search& graph) : graph_(graph), arcs_(graph) {
        if (graph.goal() != kNone) waiting_.push({graph[graph.goal()].score, kNone, kNone, 0});
    }

    /// The next best path's arcs, the last phrase's first; false when there is no other.
    bool next(std::vector<std::uint32_t>& arcs) {
        if (waiting_.empty()) return false;
        const Path path = waiting_.top();
        waiting_.pop();
        const auto number = static_cast<std::uint32_t>(seen_.size());
        seen_.push_back(path);
        trace(number, arcs);
        // Only differences after the path's own are new: those before it are its parent's to make. So each path is
        // queued once.
        std::size_t free = 0;
        if (path.node != kNone) {
            leave(path.score, path.parent, path.node, path.rank);
            while (node_of_[free] != path.node) ++free;
            ++free;
        }
        for (; free < arcs.size(); ++free) leave(path.score, number, node_of_[free], 0);
        return true;
    }

private:
    struct Lower {
        bool operator()(const Path& a, const Path& b) const noexcept {
            if (a.score != b.score) return a.score < b.score;
            return std::tuple(a.parent, a.node, a.rank) > std::tuple(b.parent, b.node, b.rank);
        }
    };

    /// Queues the path that enters `node` by the arc after that of `rank`.
    void leave(float score, std::uint32_t parent, std::uint32_t node, std::uint32_t rank) {
        if (rank == 0 && graph_[node].next_arc == kNone) return;
        const auto& arcs = arcs_.of(node);
        if (rank + 1 >= arcs.size()) return;
        const float loss = graph_[arcs[rank]].score - graph_[arcs[rank + 1]].score;
        waiting_.push({score - loss, parent, node, rank + 1});
    }

    void trace(std::uint32_t number, std::vector<std::uint32_t>& arcs) {
        turns_.clear();
        for (; number != kNone && seen_[number].node != kNone; number = seen_[number].parent) turns_.push_back(number);
        arcs.clear();
        node_of_.clear();
        for (std::uint32_t node = graph_.goal(); graph_[node].previous != kNone;) {
            std::uint32_t arc = node;
            if (!turns_.empty() && seen_[turns_.back()].node == node) {
                arc = arcs_.of(node)[seen_[turns_.back()].rank];
                turns_.pop_back();
            }
            arcs.push_back(arc);
            node_of_.push_back(node);
            node = graph_[arc].previous;
        }
    }

    const Search& graph_;
    RankedArcs arcs_;
    std::priority_queue<Path, std::vector<Path>, Lower> waiting_;
    std::vector<Path> seen_;
    std::vector<std::uint32_t> turns_;
    std::vector<std::uint32_t> node_of_;  // the nodes that the path's arcs enter
};

void read_off(Search& graph, const Task& task, std::span<const std::uint32_t> path, Translated& translated) {
    translated.values.assign(task.models->layout.size(), 0.0F);
    std::uint32_t reached_by = 0;  // the start
    for (std::size_t at = path.size(); at-- > 0;) {
        const Hypothesis& arc = graph[path[at]];
        const Translation& translation = *arc.translation;
        const auto start = static_cast<std::uint32_t>(translated.words.size());
        translated.words.insert(translated.words.end(), translation.target.begin(), translation.target.end());
        for (const Link& link : translation.alignment) {
            translated.alignment.push_back({link.source + arc.first, link.target + static_cast<std::int32_t>(start)});
        }
        translated.segmentation.push_back({static_cast<std::uint16_t>(arc.first), static_cast<std::uint16_t>(arc.last),
                                           start, static_cast<std::uint32_t>(translated.words.size())});
        graph.add_values(arc, *graph[reached_by].translation, translated.values);
        reached_by = path[at];
    }
    std::ranges::sort(translated.alignment);
    for (std::size_t at = 0; at < translated.values.size(); ++at) {
        translated.score += static_cast<double>(translated.values[at]) * static_cast<double>(task.weights[at]);
    }
}

std::vector<WordId> words_of(const Search& graph, std::span<const std::uint32_t> path) {
    std::vector<WordId> words;
    for (std::size_t at = path.size(); at-- > 0;) {
        const auto target = graph[path[at]].translation->target;
        words.insert(words.end(), target.begin(), target.end());
    }
    return words;
}

struct HashOfWords {
    std::size_t operator()(const std::vector<WordId>& words) const noexcept {
        std::uint64_t hash = words.size();
        for (const WordId word : words) hash = combine(hash, word);
        return static_cast<std::size_t>(mix(hash));
    }
};

}  // namespace

std::vector<Translated> best_translations(Search& graph, const Task& task, std::size_t size, bool distinct) {
    std::vector<Translated> best;
    Paths paths(graph);
    std::vector<std::uint32_t> path;
    std::unordered_set<std::vector<WordId>, HashOfWords> seen;
    for (std::size_t tries = 0; best.size() < size && paths.next(path); ++tries) {
        if (distinct) {
            if (tries / kTriesForDistinct > size) break;
            if (!seen.insert(words_of(graph, path)).second) continue;
        }
        read_off(graph, task, path, best.emplace_back());
    }
    // The search adds up in another order than the features do; the list follows the scores that it shows.
    std::ranges::stable_sort(best, [](const Translated& a, const Translated& b) { return a.score > b.score; });
    return best;
}

SearchGraph export_graph(Search& graph, const Task& task) {
    SearchGraph exported;
    if (graph.goal() == kNone) return exported;
    // Backwards from the goal: what leads to it. Hypotheses are numbered in the order of the stacks, so every arc comes
    // from a lower number, and one pass from above sees every node after all that follow it.
    std::vector<char> useful(graph.size(), 0);
    useful[graph.goal()] = 1;
    for (auto node = static_cast<std::uint32_t>(graph.size()); node-- > 0;) {
        if (useful[node] == 0 || graph[node].previous == kNone) continue;
        for (std::uint32_t arc = node; arc != kNone; arc = graph[arc].next_arc) useful[graph[arc].previous] = 1;
    }
    std::vector<std::uint32_t> number(graph.size(), kNone);
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
        if (useful[node] == 0) continue;
        number[node] = exported.nodes++;
        exported.node_scores.push_back(graph[node].score);
    }
    const std::size_t width = task.models->layout.size();
    for (std::uint32_t node = 0; node < graph.size(); ++node) {
        if (useful[node] == 0 || graph[node].previous == kNone) continue;
        for (std::uint32_t arc = node; arc != kNone; arc = graph[arc].next_arc) {
            const Hypothesis& hypothesis = graph[arc];
            const auto start = static_cast<std::uint32_t>(exported.words.size());
            const auto target = hypothesis.translation->target;
            exported.words.insert(exported.words.end(), target.begin(), target.end());
            exported.arcs.push_back({number[hypothesis.previous], number[node],
                                     static_cast<std::uint32_t>(hypothesis.first),
                                     static_cast<std::uint32_t>(hypothesis.last), start,
                                     static_cast<std::uint32_t>(exported.words.size())});
            exported.arc_values.resize(exported.arc_values.size() + width);
            graph.add_values(hypothesis, *graph[hypothesis.previous].translation,
                             std::span(exported.arc_values).last(width));
        }
    }
    return exported;
}

}  // namespace antecede
