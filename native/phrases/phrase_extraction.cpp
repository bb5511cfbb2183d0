#include "phrases/phrase_extraction.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <stdexcept>
#include <string>

#include "phrases/phrase_hash.hpp"

namespace antecede {

namespace {

// Some hundred thousand occurrences, which a task gathers before it locks each bin once.
constexpr std::size_t kSentencesInTask = 2000;

/// The hashes of all spans of a sentence: `of(first, length)`. A span is in many pairs, and hashed once.
class SpanHashes {
public:
    void compute(std::span<const WordId> words, std::size_t longest) {
        longest_ = longest;
        hashes_.resize(words.size() * longest);
        for (std::size_t first = 0; first < words.size(); ++first) {
            std::uint64_t state = kEmptyPhrase;
            for (std::size_t length = 1; length <= longest && first + length <= words.size(); ++length) {
                state = extend(state, words[first + length - 1]);
                hashes_[first * longest + length - 1] = finished(state);
            }
        }
    }

    std::uint64_t of(std::int32_t first, std::uint8_t length) const noexcept {
        return hashes_[static_cast<std::size_t>(first) * longest_ + length - 1];
    }

private:
    std::size_t longest_ = 0;
    std::vector<std::uint64_t> hashes_;
};

void check_fit(const NumberedText& source, const NumberedText& target, const Alignments& alignments) {
    if (source.sentences() != target.sentences() || source.sentences() != alignments.size()) {
        throw std::invalid_argument("the texts and the alignments have different numbers of sentences");
    }
    for (std::size_t sentence = 0; sentence < alignments.size(); ++sentence) {
        for (const Link link : alignments[sentence]) {
            if (static_cast<std::size_t>(link.source) >= source.length(sentence) ||
                static_cast<std::size_t>(link.target) >= target.length(sentence)) {
                throw std::invalid_argument("sentence " + std::to_string(sentence + 1) +
                                            " has a link past the end of the sentence");
            }
        }
    }
}

}  // namespace

void PhraseExtractor::index(std::span<const Link> links, std::size_t source_length, std::size_t target_length) {
    // Neutral for the minimum and maximum of what is linked.
    constexpr Reach kNothing{std::numeric_limits<std::int32_t>::max(), -1};
    of_source_.assign(source_length, kNothing);
    of_target_.assign(target_length, kNothing);
    starts_.assign(target_length + 1, 0);
    for (const Link link : links) {
        Reach& from = of_source_[static_cast<std::size_t>(link.source)];
        from = {std::min(from.first, link.target), std::max(from.last, link.target)};
        Reach& to = of_target_[static_cast<std::size_t>(link.target)];
        to = {std::min(to.first, link.source), std::max(to.last, link.source)};
        ++starts_[static_cast<std::size_t>(link.target) + 1];
    }
    for (std::size_t at = 1; at < starts_.size(); ++at) starts_[at] += starts_[at - 1];
    by_target_.assign(links.begin(), links.end());
    std::ranges::sort(by_target_, {}, [](const Link link) { return std::pair(link.target, link.source); });
}

bool PhraseExtractor::linked(std::int32_t source, std::int32_t target) const noexcept {
    // The corners before the first words and after the last count as linked: sentences begin and end monotonely.
    const auto source_length = static_cast<std::int32_t>(of_source_.size());
    const auto target_length = static_cast<std::int32_t>(of_target_.size());
    if (source == -1 && target == -1) return true;
    if (source == source_length && target == target_length) return true;
    if (source < 0 || target < 0 || source >= source_length || target >= target_length) return false;
    const auto at = static_cast<std::size_t>(target);
    return std::any_of(by_target_.begin() + static_cast<std::ptrdiff_t>(starts_[at]),
                       by_target_.begin() + static_cast<std::ptrdiff_t>(starts_[at + 1]),
                       [source](const Link link) { return link.source == source; });
}

// The target's side is consistent by construction: `source` spans all that its words are linked to.
bool PhraseExtractor::consistent(Reach source, std::int32_t first, std::int32_t last) const noexcept {
    for (std::int32_t at = source.first; at <= source.last; ++at) {
        const Reach reach = of_source_[static_cast<std::size_t>(at)];
        if (reach.last >= 0 && (reach.first < first || reach.last > last)) return false;
    }
    return true;
}

Orientation PhraseExtractor::orientation(bool straight, bool crossed) const noexcept {
    if (straight == crossed) return Orientation::kDiscontinuous;
    return straight ? Orientation::kMonotone : Orientation::kSwap;
}

void PhraseExtractor::add_pairs(Reach source, std::int32_t first, std::int32_t last,
                                std::vector<ExtractedPair>& found) const {
    LinkBits links = 0;
    for (std::size_t at = starts_[static_cast<std::size_t>(first)]; at < starts_[static_cast<std::size_t>(last) + 1];
         ++at) {
        const Link link = by_target_[at];
        links |= LinkBits{1} << (7 * (link.target - first) + link.source - source.first);
    }
    // Words without links may be taken along, as far as the length allows, to the left and to the right independently.
    const auto free = [this](std::int32_t at) { return of_source_[static_cast<std::size_t>(at)].last < 0; };
    const auto source_length = static_cast<std::int32_t>(of_source_.size());
    for (std::int32_t begin = source.first;
         begin >= 0 && begin > source.last - longest_ && (begin == source.first || free(begin)); --begin) {
        for (std::int32_t end = source.last;
             end < source_length && end < begin + longest_ && (end == source.last || free(end)); ++end) {
            found.push_back(
                {begin, first, static_cast<std::uint8_t>(end - begin + 1), static_cast<std::uint8_t>(last - first + 1),
                 orientation(linked(begin - 1, first - 1), linked(end + 1, first - 1)),
                 // A source that starts earlier moves every link by as many bits; the target's rows stay.
                 orientation(linked(end + 1, last + 1), linked(begin - 1, last + 1)), links << (source.first - begin)});
        }
    }
}

void PhraseExtractor::extract(std::span<const Link> links, std::size_t source_length, std::size_t target_length,
                              std::vector<ExtractedPair>& found) {
    found.clear();
    index(links, source_length, target_length);
    const auto length = static_cast<std::int32_t>(target_length);
    for (std::int32_t first = 0; first < length; ++first) {
        Reach source{std::numeric_limits<std::int32_t>::max(), -1};
        for (std::int32_t last = first; last < length && last < first + longest_; ++last) {
            const Reach reach = of_target_[static_cast<std::size_t>(last)];
            source = {std::min(source.first, reach.first), std::max(source.last, reach.last)};
            if (source.last < 0) continue;  // no link yet
            // A longer target only widens the source.
            if (source.last - source.first >= longest_) break;
            if (consistent(source, first, last)) add_pairs(source, first, last, found);
        }
    }
}

void extract_all(const NumberedText& source, const NumberedText& target, const Alignments& alignments,
                 std::size_t longest, std::size_t threads, Bins& bins, const ShareDone& progress) {
    if (longest == 0 || longest > kLongestExtracted) throw std::invalid_argument("phrases have 1 to 7 words");
    check_fit(source, target, alignments);
    const std::size_t sentences = alignments.size();
    const auto task = [&](std::size_t number) {
        PhraseExtractor extractor(longest);
        SpanHashes source_hashes;
        SpanHashes target_hashes;
        std::vector<ExtractedPair> found;
        std::vector<std::vector<Occurrence>> local(bins.size());
        const std::size_t last = std::min(sentences, (number + 1) * kSentencesInTask);
        for (std::size_t sentence = number * kSentencesInTask; sentence < last; ++sentence) {
            extractor.extract(alignments[sentence], source.length(sentence), target.length(sentence), found);
            source_hashes.compute(source[sentence], longest);
            target_hashes.compute(target[sentence], longest);
            const auto source_start = static_cast<std::uint32_t>(source.starts[sentence]);
            const auto target_start = static_cast<std::uint32_t>(target.starts[sentence]);
            for (const ExtractedPair& pair : found) {
                const std::uint64_t hash = source_hashes.of(pair.source, pair.source_length);
                local[static_cast<std::size_t>(hash >> (64 - kOccurrenceBits))].push_back(
                    {hash, target_hashes.of(pair.target, pair.target_length),
                     source_start + static_cast<std::uint32_t>(pair.source),
                     target_start + static_cast<std::uint32_t>(pair.target), Occurrence::pack(pair)});
            }
        }
        for (std::size_t bin = 0; bin < local.size(); ++bin) {
            if (!local[bin].empty()) bins.append_array(bin, std::span<const Occurrence>(local[bin]));
        }
    };
    run_parallel(threads, (sentences + kSentencesInTask - 1) / kSentencesInTask, task, progress);
}

}  // namespace antecede
