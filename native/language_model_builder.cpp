#include "language_model_builder.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>

namespace antecede {

namespace {

/// What KenLM gives to unknown words where a model has no <unk>.
constexpr float kMissing = -100;
/// Places after the last slot, for searches that start near the end; a table that needs more grows.
constexpr std::size_t kSlack = 256;

std::uint64_t hash_of_ngram(std::span<const WordId> words) noexcept {
    std::uint64_t hash = hash_of_word(words.back());
    for (std::size_t at = words.size() - 1; at-- > 0;) hash = extended(hash, words[at]);
    return hash;
}

/// A weight that leaving a context costs must be remembered even if nothing extends the context.
FlaggedBackoff flagged(float backoff) noexcept { return {backoff, backoff != 0}; }

std::uint64_t slots_for(std::uint64_t entries) noexcept { return entries + entries / 2 + 8; }

}  // namespace

/// A hash table while it is filled: linear probing, two thirds full.
class LanguageModelBuilder::Table {
public:
    explicit Table(std::uint64_t expected) : slots_(slots_for(expected)), entries_(slots_ + kSlack) {}

    MiddleEntry* find(std::uint64_t hash) noexcept {
        for (std::size_t at = slot_of(hash, slots_); at < entries_.size(); ++at) {
            if (entries_[at].is_free()) return nullptr;
            if (entries_[at].is(hash)) return &entries_[at];
        }
        return nullptr;
    }

    /// False if it is there already.
    bool insert(std::uint64_t hash, const MiddleEntry& entry) {
        if (count_ * 4 > slots_ * 3) grow();
        while (true) {
            const std::size_t start = slot_of(hash, slots_);
            std::size_t at = start;
            while (at < entries_.size() && !entries_[at].is_free() && !entries_[at].is(hash)) ++at;
            if (at == entries_.size()) {
                grow();
                continue;
            }
            if (!entries_[at].is_free()) return false;
            entries_[at] = entry;
            longest_ = std::max(longest_, at - start);
            ++count_;
            return true;
        }
    }

    TableShape shape() const noexcept { return {count_, slots_, longest_}; }
    /// As many as a search may reach.
    std::span<const MiddleEntry> entries() const noexcept {
        return std::span(entries_).first(std::min(entries_.size(), slots_ + longest_ + 1));
    }

private:
    void grow() {
        std::vector<MiddleEntry> old = std::move(entries_);
        slots_ = slots_for(std::max<std::uint64_t>(count_ * 2, slots_));
        entries_.assign(slots_ + kSlack, MiddleEntry{});
        count_ = longest_ = 0;
        // Keys are hashes; the one hash that differs from its key finds its way by its key just as well.
        for (const MiddleEntry& entry : old) {
            if (!entry.is_free()) insert(entry.key, entry);
        }
    }

    std::uint64_t slots_;
    std::vector<MiddleEntry> entries_;
    std::uint64_t count_ = 0;
    std::size_t longest_ = 0;
};

LanguageModelBuilder::LanguageModelBuilder(std::span<const std::uint64_t> counts) : order_(counts.size()) {
    if (order_ < 1 || order_ > kHighestOrder) {
        throw std::invalid_argument("a language model has an order from 1 to " + std::to_string(kHighestOrder));
    }
    words_.assign(kFirstWord, {FlaggedProbability(kMissing, false), FlaggedBackoff(0, false)});
    known_.resize(kFirstWord);
    for (std::size_t order = 2; order <= order_; ++order) tables_.emplace_back(counts[order - 1]);
}

MiddleEntry* LanguageModelBuilder::find(std::span<const WordId> words) noexcept {
    return tables_[words.size() - 2].find(hash_of_ngram(words));
}

void LanguageModelBuilder::add(std::span<const WordId> words, float probability, float backoff) {
    if (words.size() == 1) {
        const std::size_t word = words[0];
        if (word >= words_.size()) {
            words_.resize(word + 1, words_[0]);
            known_.resize(word + 1);
        }
        if (known_[word]) throw std::invalid_argument("the same word comes twice");
        known_[word] = true;
        words_[word] = {FlaggedProbability(probability, false), flagged(backoff)};
        return;
    }
    mark_context(words.first(words.size() - 1));
    mark_extends_left(words.subspan(1));
    const std::uint64_t hash = hash_of_ngram(words);
    const MiddleEntry entry{key_of(hash), FlaggedProbability(probability, false), flagged(backoff)};
    if (!tables_[words.size() - 2].insert(hash, entry)) throw std::invalid_argument("the same n-gram comes twice");
}

void LanguageModelBuilder::mark_extends_left(std::span<const WordId> words) {
    if (words.size() == 1) {
        words_[words[0]].probability.set_extends_left();
        return;
    }
    if (find(words) == nullptr) insert_missing(words);
    find(words)->probability.set_extends_left();
}

void LanguageModelBuilder::mark_context(std::span<const WordId> words) {
    if (words.size() == 1) {
        words_[words[0]].backoff.set_is_context();
        return;
    }
    if (find(words) == nullptr) insert_missing(words);
    find(words)->backoff.set_is_context();
}

void LanguageModelBuilder::insert_missing(std::span<const WordId> words) { add(words, backed_off(words), 0); }

float LanguageModelBuilder::backed_off(std::span<const WordId> words) noexcept {
    float backoffs = 0;
    for (; words.size() > 1; words = words.subspan(1)) {
        if (const MiddleEntry* found = find(words)) return backoffs + found->probability.value();
        const auto context = words.first(words.size() - 1);
        if (context.size() == 1) {
            backoffs += words_[context[0]].backoff.value();
        } else if (const MiddleEntry* found = find(context)) {
            backoffs += found->backoff.value();
        }
    }
    return backoffs + words_[words[0]].probability.value();
}

namespace {

/// Values that stand for all of `values`, ascending: bins of equal size to start with, then a few of Lloyd's steps, by
/// which every value goes to its nearest code, and the code to the mean of its values.
void fill_codes(std::vector<float>& values, std::span<float> codes) {
    std::ranges::fill(codes, 0.0F);
    if (values.empty()) return;
    std::ranges::sort(values);
    std::vector<double> sums(values.size() + 1);
    for (std::size_t at = 0; at < values.size(); ++at) sums[at + 1] = sums[at] + static_cast<double>(values[at]);
    std::vector<std::size_t> starts(codes.size() + 1);
    for (std::size_t code = 0; code <= codes.size(); ++code) starts[code] = values.size() * code / codes.size();
    constexpr int kSteps = 20;
    for (int step = 0; step <= kSteps; ++step) {
        float last = values.front();
        for (std::size_t code = 0; code < codes.size(); ++code) {
            const std::size_t size = starts[code + 1] - starts[code];
            if (size > 0) {
                const double mean = (sums[starts[code + 1]] - sums[starts[code]]) / static_cast<double>(size);
                // A code without values keeps its neighbour's; rounding may not break the order.
                last = std::max(last, static_cast<float>(mean));
            }
            codes[code] = last;
        }
        for (std::size_t code = 1; code < codes.size(); ++code) {
            const float border = (codes[code - 1] + codes[code]) / 2;
            starts[code] = static_cast<std::size_t>(std::ranges::lower_bound(values, border) - values.begin());
        }
    }
}

/// The code of the nearest value; `codes` ascend.
std::size_t nearest(std::span<const float> codes, float value) noexcept {
    const auto above = std::ranges::lower_bound(codes, value);
    if (above == codes.begin()) return 0;
    const auto at = static_cast<std::size_t>(above - codes.begin());
    if (above == codes.end()) return at - 1;
    return value - codes[at - 1] <= codes[at] - value ? at - 1 : at;
}

Codebook codebook_of(std::span<const MiddleEntry> entries) {
    std::vector<float> probabilities;
    std::vector<float> backoffs;
    for (const MiddleEntry& entry : entries) {
        if (entry.is_free()) continue;
        probabilities.push_back(entry.probability.value());
        if (entry.backoff.value() != 0) backoffs.push_back(entry.backoff.value());
    }
    Codebook book{};
    fill_codes(probabilities, book.probabilities);
    fill_codes(backoffs, std::span(book.backoffs).subspan(1));
    return book;
}

QuantisedEntry quantised(const MiddleEntry& entry, const Codebook& book) noexcept {
    if (entry.is_free()) return {};
    const float backoff = entry.backoff.value();
    const std::size_t code = backoff == 0 ? 0 : 1 + nearest(std::span(book.backoffs).subspan(1), backoff);
    return {entry.key, static_cast<std::uint8_t>(nearest(book.probabilities, entry.probability.value())),
            static_cast<std::uint8_t>(code), entry.probability.extends_left(), entry.backoff.is_context()};
}

/// Writes what `convert` makes of the entries, in blocks.
template <typename Entry, typename Convert>
void write_entries(ModelFileWriter& file, std::span<const MiddleEntry> entries, const Convert& convert) {
    constexpr std::size_t kBlock = 1 << 14;
    std::vector<Entry> block;
    block.reserve(kBlock);
    for (std::size_t at = 0; at < entries.size(); at += kBlock) {
        block.clear();
        for (const MiddleEntry& entry : entries.subspan(at, std::min(kBlock, entries.size() - at))) {
            block.push_back(convert(entry));
        }
        file.write_array(std::span<const Entry>(block));
    }
}

HighestEntry highest(const MiddleEntry& entry) noexcept {
    return {static_cast<std::uint32_t>(entry.key), static_cast<std::uint32_t>(entry.key >> 32),
            entry.is_free() ? 0.0F : entry.probability.value()};
}

}  // namespace

void LanguageModelBuilder::write(const Vocabulary& vocabulary, const std::filesystem::path& file, bool quantise) const {
    ModelFileWriter out(file, kLanguageModelKind, kLanguageModelVersion);
    LanguageModelParameters parameters{static_cast<std::uint32_t>(order_), quantise ? 1U : 0U, {}};
    for (std::size_t at = 0; at < tables_.size(); ++at) parameters.tables[at] = tables_[at].shape();
    out.begin_section();
    out.write_array(std::span<const LanguageModelParameters>(&parameters, 1));
    vocabulary.write(out);
    out.begin_section();
    std::vector<WordEntry> words = words_;
    words.resize(vocabulary.size(), words_[0]);
    out.write_array(std::span<const WordEntry>(words));
    std::vector<Codebook> books;
    for (std::size_t at = 0; at < tables_.size(); ++at) {
        const auto entries = tables_[at].entries();
        out.begin_section();
        if (quantise) {
            books.push_back(codebook_of(entries));
            write_entries<QuantisedEntry>(out, entries,
                                          [&](const MiddleEntry& entry) { return quantised(entry, books.back()); });
        } else if (at + 1 == tables_.size()) {
            write_entries<HighestEntry>(out, entries, highest);
        } else {
            out.write_array(entries);
        }
    }
    if (quantise) {
        out.begin_section();
        out.write_array(std::span<const Codebook>(books));
    }
    out.finish();
}

void write_language_model(NGramSource& source, const std::filesystem::path& file, bool quantise) {
    LanguageModelBuilder builder(source.counts());
    source.visit(builder);
    builder.write(source.vocabulary(), file, quantise);
}

}  // namespace antecede
