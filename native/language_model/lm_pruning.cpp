#include "language_model/lm_pruning.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <numeric>
#include <stdexcept>

#include "base/hash.hpp"
#include "files/text_file.hpp"

namespace antecede {

namespace {

constexpr std::uint32_t kNowhere = std::numeric_limits<std::uint32_t>::max();
/// A probability mass below this is rounding, since probabilities come in single precision (2^-23 is 1.2e-7): the
/// weights of such a context are left as they are. Dividing by it would give a back-off of nothing but error.
constexpr double kNothing = 1e-7;

std::uint64_t hash_of(std::span<const WordId> ngram) noexcept {
    std::uint64_t hash = ngram.size();
    for (const WordId word : ngram) hash = combine(hash, word);
    return mix(hash);
}

double power(float log10) noexcept { return std::pow(10.0, static_cast<double>(log10)); }

std::span<const WordId> context_of(std::span<const WordId> ngram) noexcept { return ngram.first(ngram.size() - 1); }

}  // namespace

void PrunedModel::Level::make_index() {
    // At most half full, and never without a free slot, which ends every search.
    index.assign(std::bit_ceil(size() * 2 + 2), 0);
    for (std::size_t number = 0; number < size(); ++number) {
        std::size_t at = static_cast<std::size_t>(hash_of((*this)[number])) & (index.size() - 1);
        while (index[at] != 0) at = (at + 1) & (index.size() - 1);
        index[at] = static_cast<std::uint32_t>(number + 1);
    }
}

std::uint32_t PrunedModel::Level::find(std::span<const WordId> ngram) const noexcept {
    std::size_t at = static_cast<std::size_t>(hash_of(ngram)) & (index.size() - 1);
    while (index[at] != 0 && !std::ranges::equal((*this)[index[at] - 1U], ngram)) at = (at + 1) & (index.size() - 1);
    return index[at] == 0 ? kNowhere : index[at] - 1U;
}

void PrunedModel::Level::filter(const std::vector<bool>& kept) {
    std::size_t to = 0;
    for (std::size_t from = 0; from < size(); ++from) {
        if (!kept[from]) continue;
        std::ranges::copy((*this)[from], words.begin() + static_cast<std::ptrdiff_t>(to * length));
        probability[to] = probability[from];
        backoff[to] = backoff[from];
        ++to;
    }
    words.resize(to * length);
    probability.resize(to);
    backoff.resize(to);
    make_index();
}

class PrunedModel::Collector final : public NGramVisitor {
public:
    explicit Collector(std::vector<Level>& levels) : levels_(levels) {}

    void add(std::span<const WordId> words, float probability, float backoff) override {
        Level& level = levels_[words.size() - 1];
        if (level.size() == kNowhere - 1) throw std::length_error("too many n-grams to prune");
        level.words.insert(level.words.end(), words.begin(), words.end());
        level.probability.push_back(probability);
        level.backoff.push_back(backoff);
    }

    void finish() override {
        for (Level& level : levels_) level.make_index();
    }

private:
    std::vector<Level>& levels_;
};

/// The n-grams of a level by their contexts: those of one context are neighbours. N-grams without a context in the
/// level below are left out.
class PrunedModel::Contexts {
public:
    Contexts(const Level& level, const Level& below) : numbers_(level.size()), starts_(below.size() + 2, 0) {
        std::vector<std::uint32_t> contexts(level.size());
        for (std::size_t number = 0; number < level.size(); ++number) {
            contexts[number] = below.find(context_of(level[number]));
            if (contexts[number] != kNowhere) ++starts_[contexts[number] + std::size_t{2}];
        }
        std::partial_sum(starts_.begin(), starts_.end(), starts_.begin());
        for (std::size_t number = 0; number < level.size(); ++number) {
            if (contexts[number] == kNowhere) continue;
            numbers_[starts_[contexts[number] + std::size_t{1}]++] = static_cast<std::uint32_t>(number);
        }
    }

    std::span<const std::uint32_t> operator[](std::size_t context) const noexcept {
        return std::span(numbers_).subspan(starts_[context], starts_[context + 1] - starts_[context]);
    }

private:
    std::vector<std::uint32_t> numbers_;
    std::vector<std::size_t> starts_;
};

PrunedModel::PrunedModel(NGramSource& source, double threshold, std::span<const std::filesystem::path> texts) {
    if (!(threshold >= 0) || !std::isfinite(threshold)) throw std::invalid_argument("the threshold must be 0 or more");
    levels_.resize(source.counts().size());
    for (std::size_t at = 0; at < levels_.size(); ++at) levels_[at].length = at + 1;
    Collector collector(levels_);
    source.visit(collector);
    for (WordId word = kFirstWord; word < source.vocabulary().size(); ++word) {
        vocabulary_.add(source.vocabulary().word(word));
    }
    // From the longest down: which n-grams longer ones need is then known. Weights change only afterwards, so that
    // every decision is by the probabilities of the model as it was.
    for (std::size_t length = levels_.size(); length > 1; --length) {
        prune(length, threshold, shares(levels_[length - 2], texts));
    }
    for (std::size_t length = 2; length <= levels_.size(); ++length) weigh(length);
    for (const Level& level : levels_) counts_.push_back(level.size());
}

void PrunedModel::visit(NGramVisitor& visitor) {
    for (const Level& level : levels_) {
        for (std::size_t number = 0; number < level.size(); ++number) {
            visitor.add(level[number], level.probability[number], level.backoff[number]);
        }
    }
    visitor.finish();
}

/// log10 P(the last word | the words before it), by backing off where the n-gram is missing.
double PrunedModel::log_probability(std::span<const WordId> ngram) const {
    double backoffs = 0;
    for (; ngram.size() > 1; ngram = ngram.subspan(1)) {
        const Level& level = levels_[ngram.size() - 1];
        if (const std::uint32_t found = level.find(ngram); found != kNowhere) {
            return backoffs + static_cast<double>(level.probability[found]);
        }
        const Level& below = levels_[ngram.size() - 2];
        if (const std::uint32_t found = below.find(context_of(ngram)); found != kNowhere) {
            backoffs += static_cast<double>(below.backoff[found]);
        }
    }
    const std::uint32_t word = levels_[0].find(ngram);
    return backoffs + static_cast<double>(word == kNowhere ? kLogZero : levels_[0].probability[word]);
}

/// Which share of all words follow each context.
std::vector<double> PrunedModel::shares(const Level& contexts, std::span<const std::filesystem::path> texts) const {
    std::vector<double> shares(contexts.size(), 0.0);
    if (texts.empty()) {
        for (std::size_t number = 0; number < contexts.size(); ++number) {
            const auto words = contexts[number];
            double log10 = 0;
            // <s> is never predicted and has no probability of its own; every sentence that ends has started.
            constexpr WordId kEnd = kSentenceEnd;
            for (std::size_t at = 0; at < words.size(); ++at) {
                log10 += words[at] == kSentenceStart ? log_probability(std::span(&kEnd, 1))
                                                     : log_probability(words.first(at + 1));
            }
            shares[number] = std::pow(10.0, log10);
        }
        return shares;
    }
    double total = 0;
    std::vector<WordId> words;
    for (const std::filesystem::path& text : texts) {
        LineReader lines(text);
        for (std::string_view line; lines.next(line);) {
            words.assign(1, kSentenceStart);
            for_each_token(line, [&](std::string_view token) { words.push_back(vocabulary_.find(token)); });
            total += static_cast<double>(words.size());
            for (std::size_t end = contexts.length; end <= words.size(); ++end) {
                const auto context = std::span<const WordId>(words).subspan(end - contexts.length, contexts.length);
                if (const std::uint32_t found = contexts.find(context); found != kNowhere) shares[found] += 1;
            }
        }
    }
    // A context that the texts do not have may come all the same: half an occurrence.
    for (double& share : shares) share = std::max(share, 0.5) / std::max(total, 1.0);
    return shares;
}

void PrunedModel::prune(std::size_t length, double threshold, std::span<const double> shares) {
    Level& level = levels_[length - 1];
    Level& below = levels_[length - 2];
    needed_.resize(level.size(), false);
    std::vector<bool> kept(level.size(), true);
    const Contexts contexts(level, below);
    std::vector<double> lower;  // P(word | shorter context) of the context's words
    for (std::size_t context = 0; context < below.size(); ++context) {
        const auto numbers = contexts[context];
        if (numbers.empty()) continue;
        double unseen = 1;
        double unseen_below = 1;
        lower.clear();
        for (const std::uint32_t number : numbers) {
            lower.push_back(std::pow(10.0, log_probability(level[number].subspan(1))));
            unseen -= power(level.probability[number]);
            unseen_below -= lower.back();
        }
        // All of the mass is seen: there is nothing to back off to, and pruning would have to make it up.
        if (unseen < kNothing || unseen_below < kNothing) continue;
        const double weight = std::log(unseen / unseen_below);
        for (std::size_t at = 0; at < numbers.size(); ++at) {
            if (needed_[numbers[at]]) continue;
            const double probability = power(level.probability[numbers[at]]);
            const double new_weight = std::log((unseen + probability) / (unseen_below + lower[at]));
            // Equation 10 of the paper: what the word itself loses, and what all unseen words gain or lose.
            const double change = probability * (std::log(lower[at]) + new_weight - std::log(probability)) +
                                  unseen * (new_weight - weight);
            // The change of perplexity, relative: exp of the loss of entropy less 1. Never below 0 but by rounding.
            if (std::max(0.0, std::expm1(-shares[context] * change)) < threshold) kept[numbers[at]] = false;
        }
    }
    level.filter(kept);
    needed_.assign(below.size(), false);
    for (std::size_t number = 0; number < level.size(); ++number) {
        for (const auto part : {context_of(level[number]), level[number].subspan(1)}) {
            if (const std::uint32_t found = below.find(part); found != kNowhere) needed_[found] = true;
        }
    }
}

/// Works out the back-off weights of the contexts of a length's n-grams; those of shorter ones are in place.
void PrunedModel::weigh(std::size_t length) {
    const Level& level = levels_[length - 1];
    Level& below = levels_[length - 2];
    const Contexts contexts(level, below);
    for (std::size_t context = 0; context < below.size(); ++context) {
        double unseen = 1;
        double unseen_below = 1;
        for (const std::uint32_t number : contexts[context]) {
            unseen -= power(level.probability[number]);
            unseen_below -= std::pow(10.0, log_probability(level[number].subspan(1)));
        }
        if (unseen < kNothing || unseen_below < kNothing) continue;
        below.backoff[context] =
            contexts[context].empty() ? 0.0F : static_cast<float>(std::log10(unseen / unseen_below));
    }
}

}  // namespace antecede
