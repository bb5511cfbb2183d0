#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "alignment/alignment.hpp"

namespace antecede {

enum class Method { kForward, kReverse, kIntersection, kUnion, kGrowDiag, kGrowDiagFinal, kGrowDiagFinalAnd };

/// The methods by the names users give them.
inline constexpr std::array<std::pair<std::string_view, Method>, 7> kMethods{{
    {"forward", Method::kForward},
    {"reverse", Method::kReverse},
    {"intersection", Method::kIntersection},
    {"union", Method::kUnion},
    {"grow-diag", Method::kGrowDiag},
    {"grow-diag-final", Method::kGrowDiagFinal},
    {"grow-diag-final-and", Method::kGrowDiagFinalAnd},
}};

/// The alignment that two directions support, as Moses's symal computes it: `forward` links each target word to at most
/// one source word and is symal's inverse alignment, `reverse` is its direct one, and links are visited target word by
/// target word. Any sets of links are accepted.
/// Throws std::invalid_argument if the sizes differ. O(n log n) in the links of a sentence: a link that was visited
/// once has nothing left to offer (its neighbours are in, or covered for good), so no pass visits it again.
Alignments symmetrise(const Alignments& forward, const Alignments& reverse, Method method);

}  // namespace antecede
