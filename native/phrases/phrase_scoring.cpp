#include "phrases/phrase_scoring.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <mutex>
#include <tuple>

#include "phrases/phrase_table_writer.hpp"

namespace antecede {

namespace {

// 256 bins of target phrases, filled by threads without a common lock; 64 MiB of them in memory.
constexpr unsigned kTotalBits = 8;
constexpr std::size_t kTotalChunk = std::size_t{1} << 18;
// Pairs from which the codes of frequent values are learnt: what is frequent in a table is frequent in these. Taking
// all of them would cost another pass over the table.
constexpr std::size_t kSample = 200'000;

/// How often a phrase was extracted, and with how many different others.
struct Totals {
    std::uint64_t count = 1;
    std::uint64_t distinct = 1;
};

/// The totals of target phrases. Most are extracted once and need no entry: absent means one. 32 to 64 bytes for each
/// of the others, in tables that are at most half full.
class TargetTotals {
public:
    struct Part {
        std::uint64_t hash;
        std::uint32_t count;
        std::uint32_t distinct;  // 0 for a free slot
    };

    explicit TargetTotals(std::size_t bins) : tables_(bins) {}

    /// Adds up the parts of one bin.
    void fill(std::size_t bin, std::vector<Part> parts) {
        std::ranges::sort(parts, {}, &Part::hash);
        std::size_t kept = 0;
        for (std::size_t begin = 0; begin < parts.size();) {
            Part whole{parts[begin].hash, 0, 0};
            for (; begin < parts.size() && parts[begin].hash == whole.hash; ++begin) {
                whole.count += parts[begin].count;
                whole.distinct += 1;
            }
            if (whole.count > 1) parts[kept++] = whole;
        }
        auto& table = tables_[bin];
        table.assign(std::bit_ceil(kept * 2 + 1), Part{0, 0, 0});
        for (std::size_t at = 0; at < kept; ++at) table[slot(table, parts[at].hash)] = parts[at];
    }

    Totals of(std::uint64_t hash) const noexcept {
        const auto& table = tables_[static_cast<std::size_t>(hash >> (64 - kTotalBits))];
        const Part& found = table[slot(table, hash)];
        return found.distinct == 0 ? Totals{} : Totals{found.count, found.distinct};
    }

    /// Fetches what `of` will read: a look-up costs a wait for memory otherwise.
    void prefetch(std::uint64_t hash) const noexcept {
        const auto& table = tables_[static_cast<std::size_t>(hash >> (64 - kTotalBits))];
        __builtin_prefetch(&table[static_cast<std::size_t>(hash) & (table.size() - 1)]);
    }

private:
    static std::size_t slot(const std::vector<Part>& table, std::uint64_t hash) noexcept {
        std::size_t at = static_cast<std::size_t>(hash) & (table.size() - 1);
        while (table[at].distinct != 0 && table[at].hash != hash) at = (at + 1) & (table.size() - 1);
        return at;
    }

    std::vector<std::vector<Part>> tables_;
};

/// Calls `visit` with the counted translations of each source phrase of a sorted bin, and `fetch` with each pair some
/// time before.
template <typename Fetch, typename Visit>
void for_each_source(std::span<const Occurrence> sorted, const Fetch& fetch, const Visit& visit) {
    // Pairs between asking for memory and using it: scoring one takes a fraction of the time that memory takes to
    // answer.
    constexpr std::size_t kAhead = 24;
    std::vector<CountedPair> pairs;
    std::vector<std::size_t> ends;
    for (std::size_t begin = 0; begin < sorted.size();) {
        std::size_t end = begin;
        while (end < sorted.size() && sorted[end].source_hash == sorted[begin].source_hash &&
               sorted[end].target_hash == sorted[begin].target_hash) {
            ++end;
        }
        pairs.push_back(count_pair(sorted.subspan(begin, end - begin)));
        if (end == sorted.size() || sorted[end].source_hash != sorted[begin].source_hash) ends.push_back(pairs.size());
        begin = end;
    }
    std::size_t fetched = 0;
    std::size_t first = 0;
    for (const std::size_t last : ends) {
        for (; fetched < pairs.size() && fetched < last + kAhead; ++fetched) fetch(pairs[fetched]);
        visit(std::span<const CountedPair>(pairs).subspan(first, last - first));
        first = last;
    }
}

/// The translations of one source phrase, scored; reused from phrase to phrase.
struct ScoredPhrase {
    std::span<const WordId> source;
    std::vector<PhrasePair> pairs;
    std::vector<PhraseCounts> counts;
    std::vector<Link> links;
};

class Scorer {
public:
    Scorer(const NumberedText& source, const NumberedText& target, const LexicalWeights& lexical,
           const TargetTotals& totals, const PhraseDiscounts& discounts, const TrainingOptions& options)
        : source_(source),
          target_(target),
          lexical_(lexical),
          totals_(totals),
          discounts_(discounts),
          options_(options) {
        for (std::size_t count = 0; count < kLogs; ++count) {
            logs_[0][count] = std::log(static_cast<double>(count) + options.reordering_smoothing);
            logs_[1][count] = std::log(static_cast<double>(count) + 3 * options.reordering_smoothing);
        }
    }

    void prefetch(const CountedPair& pair) const noexcept {
        totals_.prefetch(pair.target_hash);
        __builtin_prefetch(&source_.words[pair.source_at]);
        __builtin_prefetch(&target_.words[pair.target_at]);
    }

    void score(std::span<const CountedPair> pairs, ScoredPhrase& result) const {
        std::uint64_t source_count = 0;
        for (const CountedPair& pair : pairs) source_count += pair.count;
        struct Candidate {
            const CountedPair* pair;
            Totals target;
            std::array<double, kTranslationScores> scores;
            bool pruned;
        };
        std::vector<Candidate> candidates;
        candidates.reserve(pairs.size());
        for (const CountedPair& pair : pairs) {
            const Totals target = totals_.of(pair.target_hash);
            const double direct = discounts_.adjusted(pair.count, pairs.size(), target.distinct);
            const double inverse = discounts_.adjusted(pair.count, target.distinct, pairs.size());
            candidates.push_back(
                {&pair,
                 target,
                 {inverse / static_cast<double>(target.count), 0.0, direct / static_cast<double>(source_count), 0.0},
                 prunes(pair, source_count, target.count)});
        }
        // The hash only settles ties, the same way every time.
        std::ranges::sort(candidates, [](const Candidate& a, const Candidate& b) {
            return std::tuple(a.pruned, -a.scores[2], -a.scores[0], a.pair->target_hash) <
                   std::tuple(b.pruned, -b.scores[2], -b.scores[0], b.pair->target_hash);
        });
        std::size_t kept = 0;
        while (kept < candidates.size() && !candidates[kept].pruned) ++kept;
        // Pruned ones come last, so the first is the best of them.
        if (kept == 0 && pairs.front().source_length == 1) kept = 1;
        if (options_.best != 0) kept = std::min(kept, options_.best);
        result.source = std::span(source_.words).subspan(pairs.front().source_at, pairs.front().source_length);
        result.pairs.clear();
        result.counts.clear();
        result.links.clear();
        // Room for every link, so that the views into it stay valid.
        result.links.reserve(kept * kLongestExtracted * kLongestExtracted);
        for (std::size_t at = 0; at < kept; ++at) {
            Candidate& candidate = candidates[at];
            score_lexically(*candidate.pair, candidate.scores);
            result.pairs.push_back(finished_pair(*candidate.pair, candidate.scores, result.links));
            result.counts.push_back({candidate.target.count, source_count, candidate.pair->count});
        }
    }

private:
    bool prunes(const CountedPair& pair, std::uint64_t source, std::uint64_t target) const {
        if (pair.count < options_.least_count) return true;
        return options_.significance &&
               significance(pair.count, source, target, source_.sentences()) < *options_.significance;
    }

    /// As Moses's score: a word is explained by the mean of its links, or by no word.
    void score_lexically(const CountedPair& pair, std::array<double, kTranslationScores>& scores) const {
        const auto source = std::span(source_.words).subspan(pair.source_at, pair.source_length);
        const auto target = std::span(target_.words).subspan(pair.target_at, pair.target_length);
        std::array<double, kLongestExtracted> by_target{};
        std::array<double, kLongestExtracted> by_source{};
        std::array<int, kLongestExtracted> target_links{};
        std::array<int, kLongestExtracted> source_links{};
        // Both directions at once, since looking a link up is what costs; the two sets of links are nearly always one.
        for (LinkBits left = pair.links | pair.inverse_links; left != 0; left &= left - 1) {
            const LinkBits link = left & -left;
            const auto bit = static_cast<std::size_t>(std::countr_zero(left));
            const std::size_t from = bit % 7;
            const std::size_t to = bit / 7;
            const std::uint32_t times = lexical_.links(source[from], target[to]);
            if ((pair.links & link) != 0) {
                by_target[to] += lexical_.share_of_source(times, source[from]);
                ++target_links[to];
            }
            if ((pair.inverse_links & link) != 0) {
                by_source[from] += lexical_.share_of_target(times, target[to]);
                ++source_links[from];
            }
        }
        scores[1] = scores[3] = 1.0;
        for (std::size_t to = 0; to < target.size(); ++to) {
            scores[3] *= target_links[to] > 0 ? by_target[to] / target_links[to]
                                              : lexical_.target_given_source(LexicalWeights::kNoWord, target[to]);
        }
        for (std::size_t from = 0; from < source.size(); ++from) {
            scores[1] *= source_links[from] > 0 ? by_source[from] / source_links[from]
                                                : lexical_.source_given_target(source[from], LexicalWeights::kNoWord);
        }
    }

    PhrasePair finished_pair(const CountedPair& pair, const std::array<double, kTranslationScores>& scores,
                             std::vector<Link>& links) const {
        PhrasePair made;
        made.target = std::span(target_.words).subspan(pair.target_at, pair.target_length);
        const std::size_t first = links.size();
        // Source by source, as alignments are sorted.
        for (LinkBits left = turned(pair.links); left != 0; left &= left - 1) {
            const std::int32_t bit = std::countr_zero(left);
            links.push_back({bit / 7, bit % 7});
        }
        made.alignment = std::span(links).subspan(first);
        std::ranges::transform(scores, made.scores.begin(),
                               [](double score) { return static_cast<float>(std::log(score)); });
        const double whole = smoothed_log(pair.count, 3);
        std::ranges::transform(pair.orientations, made.reordering.begin(),
                               [&](std::uint32_t count) { return static_cast<float>(smoothed_log(count, 1) - whole); });
        return made;
    }

    /// ln(count + times * smoothing), for most counts without a logarithm.
    double smoothed_log(std::uint32_t count, std::size_t times) const noexcept {
        if (count < kLogs) return logs_[times / 3][count];
        return std::log(static_cast<double>(count) + static_cast<double>(times) * options_.reordering_smoothing);
    }

    // Orientations are counts, and nearly all below this: seven logarithms a pair become look-ups.
    static constexpr std::size_t kLogs = 256;
    std::array<std::array<double, kLogs>, 2> logs_;
    const NumberedText& source_;
    const NumberedText& target_;
    const LexicalWeights& lexical_;
    const TargetTotals& totals_;
    const PhraseDiscounts& discounts_;
    const TrainingOptions& options_;
};

/// Sorts the occurrences of each bin where they are, and counts what depends on all of them.
class Counting {
public:
    Counting(Bins& occurrences, const std::filesystem::path& folder)
        : occurrences_(occurrences), parts_(folder, std::size_t{1} << kTotalBits, kTotalChunk) {}

    void run(std::size_t threads, TargetTotals& totals, const ShareDone& progress) {
        run_parallel(threads, occurrences_.size(), [this](std::size_t bin) { sort(bin); }, part_of(progress, 0.0, 0.8));
        run_parallel(
            threads, parts_.size(),
            [&](std::size_t bin) {
                totals.fill(bin, parts_.read<TargetTotals::Part>(bin));
                parts_.drop(bin);
            },
            part_of(progress, 0.8, 1.0));
    }

    std::array<std::uint64_t, PhraseDiscounts::kCounted + 1> times{};
    TrainingResult result;

private:
    void sort(std::size_t bin) {
        auto records = occurrences_.read<Occurrence>(bin);
        std::ranges::sort(records, [](const Occurrence& a, const Occurrence& b) {
            if (a.source_hash != b.source_hash) return a.source_hash < b.source_hash;
            if (a.target_hash != b.target_hash) return a.target_hash < b.target_hash;
            if (a.links() != b.links()) return a.links() < b.links();
            return a.source_at != b.source_at ? a.source_at < b.source_at : a.target_at < b.target_at;
        });
        // By links within a pair, for `count_pair`; by position last, so that threads cannot change the result.
        occurrences_.replace(bin, std::as_bytes(std::span(records)));
        std::array<std::uint64_t, PhraseDiscounts::kCounted + 1> seen{};
        std::uint64_t distinct = 0;
        std::vector<std::vector<TargetTotals::Part>> local(parts_.size());
        for (std::size_t begin = 0; begin < records.size();) {
            std::size_t end = begin;
            while (end < records.size() && records[end].source_hash == records[begin].source_hash &&
                   records[end].target_hash == records[begin].target_hash) {
                ++end;
            }
            const auto count = static_cast<std::uint32_t>(end - begin);
            const std::uint64_t hash = records[begin].target_hash;
            local[static_cast<std::size_t>(hash >> (64 - kTotalBits))].push_back({hash, count, 1});
            if (count < seen.size()) ++seen[count];
            ++distinct;
            begin = end;
        }
        for (std::size_t to = 0; to < local.size(); ++to) {
            parts_.append_array(to, std::span<const TargetTotals::Part>(local[to]));
        }
        const std::lock_guard held(lock_);
        result.occurrences += records.size();
        result.distinct += distinct;
        std::ranges::transform(times, seen, times.begin(), std::plus<>());
    }

    Bins& occurrences_;
    Bins parts_;
    std::mutex lock_;
};

/// Codes learnt from the first bins: phrases are in the order of their hashes, so these are a random sample.
PhraseCodes learn_codes(const Bins& occurrences, const Scorer& scorer, PhraseTableOptions options) {
    std::vector<PhrasePair> sample;
    std::vector<std::unique_ptr<std::vector<Link>>> alignments;
    ScoredPhrase phrase;
    for (std::size_t bin = 0; bin < occurrences.size() && sample.size() < kSample; ++bin) {
        const auto fetch = [&scorer](const CountedPair& pair) { scorer.prefetch(pair); };
        for_each_source(occurrences.read<Occurrence>(bin), fetch, [&](std::span<const CountedPair> pairs) {
            if (sample.size() >= kSample) return;
            scorer.score(pairs, phrase);
            for (const PhrasePair& pair : phrase.pairs) {
                alignments.push_back(std::make_unique<std::vector<Link>>(pair.alignment.begin(), pair.alignment.end()));
                sample.push_back(pair);
                sample.back().alignment = *alignments.back();
            }
        });
    }
    return PhraseCodes::learn(sample, options);
}

}  // namespace

TrainingResult train_phrase_table(const NumberedText& source, const NumberedText& target, const Alignments& alignments,
                                  const std::filesystem::path& file, const TrainingOptions& options,
                                  const ShareDone& progress) {
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : std::filesystem::path(".");
    Bins occurrences(folder, std::size_t{1} << kOccurrenceBits);
    extract_all(source, target, alignments, options.longest, options.threads, occurrences,
                part_of(progress, 0.0, 0.25));
    const LexicalWeights lexical(source, target, alignments);
    Counting counting(occurrences, folder);
    TargetTotals totals(std::size_t{1} << kTotalBits);
    counting.run(options.threads, totals, part_of(progress, 0.25, 0.55));
    const PhraseDiscounts discounts(options.smoothing, counting.times, counting.result.distinct);
    const Scorer scorer(source, target, lexical, totals, discounts, options);

    PhraseTableWriter writer(file, learn_codes(occurrences, scorer, options.table));
    std::atomic<std::uint64_t> kept = 0;
    std::atomic<std::uint64_t> phrases = 0;
    run_parallel(
        options.threads, occurrences.size(),
        [&](std::size_t bin) {
            ScoredPhrase phrase;
            const auto fetch = [&scorer](const CountedPair& pair) { scorer.prefetch(pair); };
            for_each_source(occurrences.read<Occurrence>(bin), fetch, [&](std::span<const CountedPair> pairs) {
                scorer.score(pairs, phrase);
                if (phrase.pairs.empty()) return;
                writer.add(phrase.source, phrase.pairs, phrase.counts);
                kept += phrase.pairs.size();
                ++phrases;
            });
            occurrences.drop(bin);
        },
        part_of(progress, 0.55, 0.9));
    writer.finish(source.vocabulary, target.vocabulary);
    if (progress) progress(1.0);
    counting.result.kept = kept;
    counting.result.source_phrases = phrases;
    return counting.result;
}

}  // namespace antecede
