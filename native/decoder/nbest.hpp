#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "decoder/search.hpp"

namespace antecede {

/// A phrase of a translation: source words `first` to `last`, target words `target_first` up to `target_end`.
struct Segment {
    std::uint16_t first;
    std::uint16_t last;
    std::uint32_t target_first;
    std::uint32_t target_end;
};

/// A complete translation.
struct Translated {
    std::vector<WordId> words;  // of the target vocabulary, then of the sentence's own words
    std::vector<Link> alignment;
    std::vector<Segment> segmentation;  // in target order
    std::vector<float> values;          // of all features
    double score = 0.0;                 // their weighted sum
};

/// The best `size` paths through the search graph, the best first. Lazy: a path costs one visit of each of its phrases.
/// With `distinct` no two have the same words; at most kTriesForDistinct paths for each wanted are looked at, so a list
/// may stay shorter than there are different translations. Not const on `graph`, whose features are asked again.
std::vector<Translated> best_translations(Search& graph, const Task& task, std::size_t size, bool distinct);

/// The same words come from many segmentations into phrases, in long sentences from millions.
inline constexpr std::size_t kTriesForDistinct = 100;

/// The search graph as arrays, for programs that score it anew: the part from which a complete translation can be
/// reached. Owns its data.
struct SearchGraph {
    struct Arc {
        std::uint32_t from;
        std::uint32_t to;
        std::uint32_t first;  // source words, both included
        std::uint32_t last;
        std::uint32_t target_first;  // in `words`
        std::uint32_t target_end;
    };

    std::uint32_t nodes = 0;         // numbered so that arcs lead from lower to higher; 0 starts, the last is complete
    std::vector<float> node_scores;  // of the best path to each node
    std::vector<Arc> arcs;           // sorted by `to`
    std::vector<float> arc_values;   // of all features, arc after arc
    std::vector<WordId> words;
};

SearchGraph export_graph(Search& graph, const Task& task);

}  // namespace antecede
