#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "alignment/alignment.hpp"

namespace antecede {

/// Values by the names of features.
using NamedValues = std::map<std::string, std::vector<double>>;

/// A translation that the caller gives for the source words `first` to `last`, both included.
struct GivenOption {
    std::size_t first = 0;
    std::size_t last = 0;
    std::vector<std::string> target;
    /// Values of the table's features, of the unknown-word penalty or of features added for such options; what is not
    /// named is 0. The language model, penalties and distortion are computed as for any option.
    NamedValues scores;
    std::vector<Link> alignment;
    /// Whether the words may be translated in no other way; otherwise the option competes with the table's.
    bool exclusive = false;
};

/// A sentence to translate.
struct Request {
    std::vector<std::string> words;
    std::vector<GivenOption> options;
    /// Notes for feature functions about this sentence, by the features' names.
    NamedValues notes;
};

/// A second table, consulted only for a single word that has no entry of its own in the first (Moses's
/// `[decoding-graph-backoff] 0 1`). Small, and in memory, as strings: words are looked up for each sentence. Its
/// options score 0 for the first table's features and for reordering.
struct BackoffTable {
    struct Entry {
        std::vector<std::string> target;
        std::vector<double> scores;  // natural logarithms
        std::vector<Link> alignment;
    };

    std::string feature = "TranslationModel1";
    std::size_t scores = 1;
    std::unordered_map<std::string, std::vector<Entry>> entries;
};

}  // namespace antecede
