#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "decoder/models.hpp"
#include "decoder/nbest.hpp"
#include "decoder/request.hpp"

namespace antecede {

/// No n-best list is longer: a sentence may have more translations than memory holds.
inline constexpr std::size_t kLongestList = 1'000'000;

/// What a caller wants of each sentence.
struct Wanted {
    std::size_t best = 1;   // translations of each sentence
    bool distinct = false;  // no two with the same words
    bool graph = false;     // the search graph too
};

/// The translations of a sentence, the best first: at least one, whatever the sentence.
struct Result {
    std::vector<Translated> best;
    SearchGraph graph;
    std::vector<std::string> own_words;  // words with numbers from the target vocabulary's size on
};

/// A phrase-based decoder: models, weights and settings. Immutable in use, so threads may share one; what a thread
/// needs while it works is lent to it and kept for the next: caches of up to some 70 MB, and the search memory of its
/// longest sentence. Shares ownership of the models.
class Decoder {
public:
    /// Throws BadSettings.
    Decoder(std::shared_ptr<const Models> models, const NamedValues& weights, const DecoderSettings& settings);
    ~Decoder();
    Decoder(const Decoder&) = delete;
    Decoder& operator=(const Decoder&) = delete;

    /// Translates the sentences with so many threads (0 for one a core); the results do not depend on the number.
    /// Time is linear in the sentences and, for each, in its words. Throws BadSettings for a sentence that cannot be
    /// translated as asked, with its number in front; DamagedFile if a model contradicts itself.
    std::vector<Result> translate(std::span<const Request> sentences, const Wanted& wanted, std::size_t threads) const;

    const Task& task() const noexcept { return task_; }
    const FeatureLayout& layout() const noexcept { return task_.models->layout; }

    /// The text of a word in a result.
    std::string_view word(const Result& result, WordId id) const noexcept;

private:
    struct Workspace;
    class Lease;

    Result translate(const Request& sentence, const Wanted& wanted, Workspace& workspace) const;

    Task task_;
    mutable std::mutex guard_;
    mutable std::vector<std::unique_ptr<Workspace>> idle_;
};

}  // namespace antecede
