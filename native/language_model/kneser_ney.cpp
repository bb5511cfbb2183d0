#include "language_model/kneser_ney.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "files/text_file.hpp"
#include "language_model/language_model.hpp"

// The stages follow Heafield, Pouzyrevsky, Clark and Koehn (2013), "Scalable Modified Kneser-Ney Language Model
// Estimation": count, adjust, normalise, interpolate, each a pass over sorted n-grams. Two orders matter, and records
// are laid out so that comparing them field by field gives them:
//   suffix order:   w_n, w_n-1, ..., w_1       an n-gram stands beside those that differ in what came before
//   context order:  w_n-1, ..., w_1, w_n       an n-gram stands beside those that continue the same context
// Turning suffix order into context order takes a sort; the way back takes one pass, since only w_n must move.

namespace antecede {

namespace {

// A mark in the top bit of a count, which leaves counts up to 2^31 - 1.
constexpr Field kPruned = 0x80000000;

Field bits(float value) noexcept { return std::bit_cast<Field>(value); }
float number(Field field) noexcept { return std::bit_cast<float>(field); }

/// A discount may be 0, and the weight of a context with it.
float log10_of(float value) noexcept { return value > 0 ? std::log10(value) : kLogZero; }

void check(const EstimationOptions& options) {
    if (options.order < 1 || options.order > kHighestOrder) {
        throw std::invalid_argument("the order of a language model is from 1 to " + std::to_string(kHighestOrder));
    }
    if (options.prune.size() > options.order) {
        throw std::invalid_argument("more thresholds for pruning than orders");
    }
    if (!std::ranges::is_sorted(options.prune)) {
        throw std::invalid_argument("thresholds for pruning may not decrease with the order");
    }
}

/// Where a context order record keeps what: words w_n-1 to w_1, then w_n, then the count with its mark.
struct ContextRecord {
    const Field* fields;
    std::size_t order;

    Field last() const noexcept { return fields[order - 1]; }
    std::uint64_t count() const noexcept { return fields[order] & ~kPruned; }
    bool pruned() const noexcept { return (fields[order] & kPruned) != 0; }
};

/// The counts that share a context, as the last stage of counting leaves them: what their sum and discounts come to.
struct Normaliser {
    std::uint64_t total = 0;
    std::uint64_t pruned = 0;
    std::array<std::uint64_t, 4> kept{};

    void add(std::uint64_t count, bool is_pruned) noexcept {
        total += count;
        if (is_pruned) {
            pruned += count;
        } else {
            ++kept[std::min<std::uint64_t>(count, 3)];
        }
    }

    /// The weight of the lower order: what the discounts took, and what was pruned.
    double gamma(const Discounts& discounts) const noexcept {
        double mass = static_cast<double>(pruned);
        for (std::size_t count = 1; count < kept.size(); ++count) {
            mass += static_cast<double>(discounts.amounts[count]) * static_cast<double>(kept[count]);
        }
        return mass / static_cast<double>(total);
    }
};

double discounted(std::uint64_t count, const Discounts& discounts) noexcept {
    return static_cast<double>(count) - static_cast<double>(discounts(count));
}

}  // namespace

Discounts discounts_of(std::span<const std::uint64_t, 4> counts_of_counts) noexcept {
    const auto n = [&](std::size_t count) { return static_cast<float>(counts_of_counts[count - 1]); };
    Discounts found;
    if (n(1) == 0 || n(2) == 0 || n(3) == 0) return found;
    // In single precision, as lmplz has it: whether a discount is just below zero must come out the same.
    const float y = n(1) / static_cast<float>(static_cast<double>(n(1)) + 2.0 * static_cast<double>(n(2)));
    std::array<float, 4> amounts{};
    for (std::size_t count = 1; count < amounts.size(); ++count) {
        const auto of = static_cast<float>(count);
        amounts[count] = of - (of + 1) * y * n(count + 1) / n(count);
        if (amounts[count] < 0 || amounts[count] > of) return found;
    }
    found.amounts = amounts;
    found.fallback = false;
    return found;
}

/// One estimation under way: its stages in the order they run, and what they leave for each other.
class Estimation {
public:
    explicit Estimation(const EstimationOptions& options)
        : options_(options), order_(options.order), counts_of_counts_(order_) {
        // Half of the memory for what a stage reads, half for what it writes. Of each half longer n-grams get more, by
        // the square of their length: their records are wider, and there are more of them.
        std::size_t shares = 0;
        for (std::size_t n = 2; n <= order_; ++n) shares += n * n;
        for (std::size_t n = 0; n <= order_; ++n) {
            share_.push_back(shares == 0 ? options.memory / 2 : options.memory / 2 / shares * n * n);
        }
    }

    EstimatedModel run(std::span<const std::filesystem::path> texts) {
        if (order_ == 1) {
            count_words(texts);
        } else {
            RecordSorter ngrams = sorter(order_ + 1, order_, RecordSorter::Input::kAnyOrder, true, options_.memory / 2);
            count(texts, ngrams);
            adjust(ngrams);
        }
        if (model_.sentences_ == 0) throw std::invalid_argument("there is no text to estimate a language model from");
        for (const auto& counts : counts_of_counts_) model_.discounts_.push_back(discounts_of(counts));
        normalise();
        interpolate();
        leave_out_pruned_words();
        return std::move(model_);
    }

private:
    RecordSorter sorter(std::size_t width, std::size_t key, RecordSorter::Input input, bool sum,
                        std::size_t memory) const {
        return {{width, key}, input, sum, options_.threads, {memory, options_.folder}};
    }

    std::uint64_t threshold(std::size_t n) const noexcept {
        if (options_.prune.empty()) return 0;
        return options_.prune[std::min(n, options_.prune.size()) - 1];
    }

    void report(std::string_view stage, double done) const {
        if (options_.progress) options_.progress(stage, done);
    }

    /// Calls `sentence` with the words of each line.
    template <typename Sentence>
    void read(std::span<const std::filesystem::path> texts, const Sentence& sentence) {
        std::vector<WordId> words;
        for (std::size_t at = 0; at < texts.size(); ++at) {
            LineReader lines(texts[at]);
            for (std::string_view line; lines.next(line);) {
                words.clear();
                for_each_token(line, [&](std::string_view token) {
                    const WordId word = model_.vocabulary_.add(token);
                    if (word >= kFirstWord) {
                        words.push_back(word);
                    } else if (!options_.skip_symbols) {
                        lines.malformed(std::string(token) +
                                        " is not allowed in the text; remove it, or have such symbols skipped");
                    }
                });
                sentence(words);
                model_.tokens_ += words.size();
                if ((++model_.sentences_ & 0xffff) == 0 && lines.size() > 0) {
                    const double done = static_cast<double>(lines.read()) / static_cast<double>(lines.size());
                    report("counting", (static_cast<double>(at) + done) / static_cast<double>(texts.size()));
                }
            }
        }
    }

    void count_words(std::span<const std::filesystem::path> texts) {
        read(texts, [&](std::span<const WordId> words) {
            words_.resize(model_.vocabulary_.size());
            for (const WordId word : words) ++words_[word];
            ++words_[kSentenceEnd];
        });
        words_.resize(model_.vocabulary_.size());
        pruned_.resize(words_.size());
        for (WordId word = kSentenceEnd; word < words_.size(); ++word) {
            note(1, words_[word]);
            pruned_[word] = word >= kFirstWord && words_[word] <= threshold(1);
        }
    }

    /// Every n-gram of the highest order, sentences begun by as many <s> as it takes.
    void count(std::span<const std::filesystem::path> texts, RecordSorter& ngrams) {
        std::vector<WordId> padded;
        read(texts, [&](std::span<const WordId> words) {
            padded.assign(order_ - 1, kSentenceStart);
            padded.insert(padded.end(), words.begin(), words.end());
            padded.push_back(kSentenceEnd);
            for (auto last = padded.begin() + static_cast<std::ptrdiff_t>(order_) - 1; last != padded.end(); ++last) {
                Field* record = ngrams.add();
                for (std::size_t n = 0; n < order_; ++n) record[n] = *(last - static_cast<std::ptrdiff_t>(n));
                record[order_] = 1;
            }
        });
        report("sorting", 0);
        ngrams.finish();
    }

    /// Notes an adjusted count for the discounts.
    void note(std::size_t n, std::uint64_t count) noexcept {
        if (count >= 1 && count <= 4) ++counts_of_counts_[n - 1][count - 1];
    }

    /// The counts of shorter n-grams: in how many different words they end up extended to the left, or how often they
    /// occur if they start a sentence. One pass over the n-grams of the highest order in suffix order.
    void adjust(RecordSorter& ngrams) {
        words_.resize(model_.vocabulary_.size());
        pruned_.resize(words_.size());
        for (std::size_t n = 2; n <= order_; ++n) {
            by_context_.push_back(sorter(n + 1, n, RecordSorter::Input::kAnyOrder, false, share_[n]));
        }
        std::array<std::uint64_t, kHighestOrder + 1> adjusted{};
        std::array<std::uint64_t, kHighestOrder + 1> actual{};
        std::array<Field, kHighestOrder> previous{};
        std::size_t open = 0;  // n-grams up to this length are still growing
        const auto close = [&](std::size_t down_to, bool last = false) {
            for (; open > down_to; --open) {
                // lmplz takes the last n-gram of each order by how often it occurs; to get its discounts, so do we.
                note(open, last ? actual[open] : adjusted[open]);
                emit(open, previous, adjusted[open], actual[open] <= threshold(open));
            }
        };
        std::uint64_t done = 0;
        const auto expected = static_cast<double>(model_.tokens_ + model_.sentences_);
        for (const Field* ngram; (ngram = ngrams.next()) != nullptr;) {
            const std::uint64_t count = ngram[order_];
            std::size_t same = 0;
            while (same < open && ngram[same] == previous[same]) ++same;
            close(same);
            for (std::size_t n = 1; n <= same; ++n) actual[n] += count;
            ++adjusted[same];
            while (open < order_ && (open == 0 || ngram[open - 1] != kSentenceStart)) {
                ++open;
                adjusted[open] = 1;
                actual[open] = count;
            }
            // Nothing extends it further.
            adjusted[open] = count;
            std::copy_n(ngram, order_, previous.begin());
            if ((++done & 0xfffff) == 0) report("adjusting", static_cast<double>(done) / expected);
        }
        close(0, true);
    }

    void emit(std::size_t n, const std::array<Field, kHighestOrder>& words, std::uint64_t count, bool pruned) {
        if (n == 1) {
            words_[words[0]] = count;
            pruned_[words[0]] = pruned && words[0] >= kFirstWord;
            return;
        }
        Field* record = by_context_[n - 2].add();
        std::copy_n(words.begin() + 1, n - 1, record);
        record[n - 1] = words[0];
        record[n] = static_cast<Field>(std::min<std::uint64_t>(count, kPruned - 1)) | (pruned ? kPruned : 0);
    }

    /// Discounted probabilities, and the weight of the lower order, which is the context's back-off.
    void normalise() {
        for (std::size_t n = 2; n <= order_; ++n) {
            report("normalising", static_cast<double>(n - 2) / static_cast<double>(order_ - 1));
            RecordSorter& input = by_context_[n - 2];
            input.finish();
            by_suffix_.push_back(sorter(n + 2, n, RecordSorter::Input::kSortedButFirst, false, share_[n]));
            backoffs_.emplace_back(n, Workspace{share_[n] / 4, options_.folder});
            normalise(n, input);
            // Gives its memory back; the place stays, for the numbers of the others.
            input = sorter(2, 1, RecordSorter::Input::kAnyOrder, false, 0);
            by_suffix_.back().finish();
        }
    }

    void normalise(std::size_t n, RecordSorter& input) {
        const Discounts& discounts = model_.discounts_[n - 1];
        std::array<Field, kHighestOrder> context{};
        std::vector<std::pair<Field, Field>> group;  // last words and marked counts of one context
        Normaliser sums;
        const auto close = [&] {
            const auto gamma = static_cast<float>(sums.gamma(discounts));
            for (const auto& [word, marked] : group) {
                if ((marked & kPruned) != 0) continue;
                Field* record = by_suffix_.back().add();
                record[0] = word;
                std::copy_n(context.begin(), n - 1, record + 1);
                record[n] = bits(static_cast<float>(discounted(marked, discounts) / static_cast<double>(sums.total)));
                record[n + 1] = bits(gamma);
            }
            std::array<Field, kHighestOrder> backoff = context;
            backoff[n - 1] = bits(gamma);
            backoffs_.back().add({backoff.data(), n});
            group.clear();
            sums = {};
        };
        for (const Field* fields; (fields = input.next()) != nullptr;) {
            const ContextRecord record{fields, n};
            if (!group.empty() && !std::equal(fields, fields + n - 1, context.begin())) close();
            if (group.empty()) std::copy_n(fields, n - 1, context.begin());
            sums.add(record.count(), record.pruned());
            group.emplace_back(record.last(), fields[n]);
        }
        if (!group.empty()) close();
    }

    /// Reads the back-offs of contexts in step with the n-grams that they belong to.
    class BackoffReader {
    public:
        explicit BackoffReader(const RecordSpool* spool) {
            if (spool == nullptr) return;
            reader_.emplace(*spool);
            width_ = spool->width() - 1;
            record_ = reader_->next();
        }

        /// 1 for n-grams that are not contexts. Words must come in ascending order: both sides are read once.
        float of(const Field* words) {
            while (record_ != nullptr &&
                   std::lexicographical_compare(record_, record_ + width_, words, words + width_)) {
                record_ = reader_->next();
            }
            return record_ != nullptr && std::equal(record_, record_ + width_, words) ? number(record_[width_]) : 1;
        }

    private:
        std::optional<RecordSpool::Reader> reader_;
        std::size_t width_ = 0;
        const Field* record_ = nullptr;
    };

    const RecordSpool* backoffs_of(std::size_t n) const { return n < order_ ? &backoffs_[n - 1] : nullptr; }

    void interpolate() {
        for (std::size_t n = 1; n <= order_; ++n) {
            report("interpolating", static_cast<double>(n - 1) / static_cast<double>(order_));
            model_.ngrams_.emplace_back(n + 2, Workspace{share_[n], options_.folder});
            BackoffReader backoffs(backoffs_of(n));
            if (n == 1) {
                interpolate_words(backoffs);
            } else {
                interpolate(n, backoffs);
                by_suffix_[n - 2] = sorter(2, 1, RecordSorter::Input::kAnyOrder, false, 0);
            }
            model_.counts_.push_back(model_.ngrams_.back().size());
        }
    }

    /// Words are interpolated with the uniform distribution over all words, <unk> with them and <s> without.
    void interpolate_words(BackoffReader& backoffs) {
        const Discounts& discounts = model_.discounts_[0];
        Normaliser sums;
        std::uint64_t kept = 0;
        for (WordId word = 0; word < words_.size(); ++word) {
            sums.add(words_[word], pruned_[word]);
            kept += pruned_[word] ? 0 : 1;
        }
        // One less for <s>, which is never predicted.
        const double uniform = sums.gamma(discounts) / static_cast<double>(kept - 1);
        for (WordId word = 0; word < words_.size(); ++word) {
            if (pruned_[word]) continue;
            const double seen = discounted(words_[word], discounts) / static_cast<double>(sums.total);
            // <s> is given, never predicted: a probability of 1 lets it be scored without changing anything.
            const double probability = word == kSentenceStart ? 1 : seen + uniform;
            const std::array<Field, 3> record{word, bits(static_cast<float>(probability)), bits(backoffs.of(&word))};
            model_.ngrams_.back().add(record);
        }
    }

    void interpolate(std::size_t n, BackoffReader& backoffs) {
        RecordSorter& input = by_suffix_[n - 2];
        RecordSpool::Reader lower_reader(model_.ngrams_[n - 2]);
        const Field* lower = lower_reader.next();
        std::array<Field, kWidestRecord> record{};
        for (const Field* fields; (fields = input.next()) != nullptr;) {
            // The lower orders have whatever the higher ones have, since thresholds do not decrease.
            while (!std::equal(lower, lower + n - 1, fields)) lower = lower_reader.next();
            std::copy_n(fields, n, record.begin());
            record[n] = bits(number(fields[n]) + number(fields[n + 1]) * number(lower[n - 1]));
            record[n + 1] = bits(backoffs.of(fields));
            model_.ngrams_.back().add({record.data(), n + 2});
        }
    }

    void leave_out_pruned_words() {
        if (std::ranges::find(pruned_, true) == pruned_.end()) return;
        Vocabulary kept;
        for (WordId word = 0; word < words_.size(); ++word) {
            model_.renumbered_.push_back(pruned_[word] ? kUnknown : kept.add(model_.vocabulary_.word(word)));
        }
        model_.vocabulary_ = std::move(kept);
    }

    const EstimationOptions& options_;
    std::size_t order_;
    std::vector<std::size_t> share_;
    EstimatedModel model_;
    std::vector<std::uint64_t> words_;  // adjusted counts of single words
    std::vector<bool> pruned_;          // which of them are left out
    std::vector<std::array<std::uint64_t, 4>> counts_of_counts_;
    // From order 2 on: what is counted, in context order; what is normalised, in suffix order; the contexts' back-offs.
    std::vector<RecordSorter> by_context_;
    std::vector<RecordSorter> by_suffix_;
    std::vector<RecordSpool> backoffs_;
};

void EstimatedModel::visit(NGramVisitor& visitor) {
    std::array<WordId, kHighestOrder> words{};
    for (std::size_t n = 1; n <= ngrams_.size(); ++n) {
        RecordSpool::Reader reader(ngrams_[n - 1]);
        for (const Field* fields; (fields = reader.next()) != nullptr;) {
            std::reverse_copy(fields, fields + n, words.begin());
            if (!renumbered_.empty()) {
                for (std::size_t at = 0; at < n; ++at) words[at] = renumbered_[words[at]];
            }
            visitor.add({words.data(), n}, log10_of(number(fields[n])), log10_of(number(fields[n + 1])));
        }
    }
    visitor.finish();
}

EstimatedModel estimate(std::span<const std::filesystem::path> texts, const EstimationOptions& options) {
    check(options);
    return Estimation(options).run(texts);
}

}  // namespace antecede
