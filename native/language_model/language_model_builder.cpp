#include "language_model/language_model_builder.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

#include "language_model/packed_ngrams.hpp"

namespace antecede {

namespace {

/// log10: what KenLM gives to unknown words where a model has no <unk>.
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

/// Two thirds full: on average 2 probes for an n-gram that is there and 5 for one that is not, all in one or two cache
/// lines. Fuller tables are smaller and soon slower: 2.5 and 8.5 at three quarters.
std::uint64_t slots_for(std::uint64_t entries) noexcept { return entries + entries / 2 + 8; }

}  // namespace

/// A hash table while it is filled: linear probing, two thirds full.
class LanguageModelBuilder::Table {
public:
    explicit Table(std::uint64_t expected)
        : slots_(slots_for(expected)), entries_(slots_ + kSlack), firsts_(entries_.size()) {}

    void prefetch(std::uint64_t hash) const noexcept { __builtin_prefetch(&entries_[slot_of(hash, slots_)], 1); }

    const MiddleEntry* find(std::uint64_t hash) const noexcept { return const_cast<Table*>(this)->find(hash); }
    MiddleEntry* find(std::uint64_t hash) noexcept {
        for (std::size_t at = slot_of(hash, slots_); at < entries_.size(); ++at) {
            if (entries_[at].is_free()) return nullptr;
            if (entries_[at].is(hash)) return &entries_[at];
        }
        return nullptr;
    }

    /// False if it is there already.
    bool insert(std::uint64_t hash, WordId first, const MiddleEntry& entry) {
        // The counts are exact, so this is for n-grams that were missing and had to be added.
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
            firsts_[at] = first;
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
    /// The first word of each entry.
    std::span<const WordId> firsts() const noexcept { return std::span(firsts_).first(entries().size()); }
    /// The number of the place where `find` found an entry.
    std::size_t place_of(const MiddleEntry& entry) const noexcept {
        return static_cast<std::size_t>(&entry - entries_.data());
    }

private:
    void grow() {
        std::vector<MiddleEntry> old = std::move(entries_);
        std::vector<WordId> firsts = std::move(firsts_);
        slots_ = slots_for(std::max<std::uint64_t>(count_ * 2, slots_));
        entries_.assign(slots_ + kSlack, MiddleEntry{});
        firsts_.assign(entries_.size(), 0);
        count_ = longest_ = 0;
        // Keys are hashes; the one hash that differs from its key finds its way by its key just as well.
        for (std::size_t at = 0; at < old.size(); ++at) {
            if (!old[at].is_free()) insert(old[at].key, firsts[at], old[at]);
        }
    }

    std::uint64_t slots_;
    std::vector<MiddleEntry> entries_;
    std::vector<WordId> firsts_;
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

void LanguageModelBuilder::add(std::span<const WordId> words, float probability, float backoff) {
    if (words.size() == 1) {
        add_word(words[0], probability, backoff);
        return;
    }
    // Longer n-grams look for the shorter ones, so those must be in their tables and not pending.
    if (pendings_ > 0 && pending_[first_pending_].length < words.size()) {
        while (pendings_ > 0) insert_oldest(1);
    }
    if (pendings_ == pending_.size()) insert_oldest(1);
    pending_[(first_pending_ + pendings_++) % pending_.size()] = prepared(words, probability, backoff);
}

void LanguageModelBuilder::finish() {
    while (pendings_ > 0) insert_oldest(0);
}

void LanguageModelBuilder::add_word(WordId word, float probability, float backoff) {
    if (word >= words_.size()) {
        // Numbers that no unigram comes for score as <unk> does.
        words_.resize(std::size_t{word} + 1, words_[0]);
        known_.resize(std::size_t{word} + 1);
    }
    if (known_[word]) throw RepeatedNGram(0);
    known_[word] = true;
    words_[word] = {FlaggedProbability(probability, false), flagged(backoff)};
}

LanguageModelBuilder::Pending LanguageModelBuilder::prepared(std::span<const WordId> words, float probability,
                                                             float backoff) const noexcept {
    Pending ngram;
    std::ranges::copy(words, ngram.words.begin());
    ngram.length = words.size();
    ngram.probability = probability;
    ngram.backoff = backoff;
    ngram.hash_without_first = hash_of_ngram(words.subspan(1));
    ngram.hash = extended(ngram.hash_without_first, words.front());
    ngram.hash_of_context = hash_of_ngram(words.first(words.size() - 1));
    // Three places in tables far larger than any cache: asked for now, they have come when the n-gram is inserted, 31
    // n-grams later. Without this, building waits for memory most of the time.
    tables_[words.size() - 2].prefetch(ngram.hash);
    if (words.size() > 2) {
        tables_[words.size() - 3].prefetch(ngram.hash_without_first);
        tables_[words.size() - 3].prefetch(ngram.hash_of_context);
    }
    return ngram;
}

/// `younger` n-grams have come that are not pending yet.
void LanguageModelBuilder::insert_oldest(std::size_t younger) {
    const Pending& ngram = pending_[first_pending_];
    first_pending_ = (first_pending_ + 1) % pending_.size();
    --pendings_;
    if (!insert(ngram)) throw RepeatedNGram(pendings_ + younger);
}

bool LanguageModelBuilder::insert(const Pending& ngram) {
    const std::span words(ngram.words.data(), ngram.length);
    const auto context = words.first(words.size() - 1);
    const auto without_first = words.subspan(1);
    if (words.size() == 2) {
        words_[context[0]].backoff.set_is_context();
        words_[without_first[0]].probability.set_extends_left();
    } else {
        entry_of(context, ngram.hash_of_context).backoff.set_is_context();
        entry_of(without_first, ngram.hash_without_first).probability.set_extends_left();
    }
    const MiddleEntry entry{key_of(ngram.hash), FlaggedProbability(ngram.probability, false), flagged(ngram.backoff)};
    return tables_[words.size() - 2].insert(ngram.hash, words.front(), entry);
}

MiddleEntry& LanguageModelBuilder::entry_of(std::span<const WordId> words, std::uint64_t hash) {
    Table& table = tables_[words.size() - 2];
    MiddleEntry* entry = table.find(hash);
    if (entry == nullptr) {
        insert(prepared(words, backed_off(words), 0));
        entry = table.find(hash);
    }
    return *entry;
}

float LanguageModelBuilder::backed_off(std::span<const WordId> words) noexcept {
    float backoffs = 0;
    for (; words.size() > 1; words = words.subspan(1)) {
        if (const MiddleEntry* found = tables_[words.size() - 2].find(hash_of_ngram(words))) {
            return backoffs + found->probability.value();
        }
        const auto context = words.first(words.size() - 1);
        if (context.size() == 1) {
            backoffs += words_[context[0]].backoff.value();
        } else if (const MiddleEntry* found = tables_[context.size() - 2].find(hash_of_ngram(context))) {
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
    // A fixed number: Lloyd's method converges slowly, and its last steps gain little.
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
    // Code 0 stays exactly 0: leaving a context that costs nothing must cost nothing in a quantised model too.
    fill_codes(backoffs, std::span(book.backoffs).subspan(1));
    return book;
}

/// Where an n-gram stands in a level of the trie: after all whose words but the first come earlier.
struct Ranked {
    std::uint32_t rest;  // the rank of the n-gram without its first word, in the level before
    WordId first;
    std::uint32_t place;  // in the hash table

    friend auto operator<=>(const Ranked&, const Ranked&) = default;
};

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
    if (quantise) {
        write_packed(out, words.size());
    } else {
        write_hashed(out);
    }
    out.finish();
}

void LanguageModelBuilder::write_hashed(ModelFileWriter& out) const {
    for (std::size_t at = 0; at < tables_.size(); ++at) {
        const auto entries = tables_[at].entries();
        out.begin_section();
        if (at + 1 == tables_.size()) {
            write_entries<HighestEntry>(out, entries, highest);
        } else {
            out.write_array(entries);
        }
    }
    for (const Table& table : tables_) {
        out.begin_section();
        out.write_array(table.firsts());
    }
}

void LanguageModelBuilder::write_packed(ModelFileWriter& out, std::size_t words) const {
    // The ranks of a level's n-grams, by their places in the hash table; of the words to begin with, by their hashes.
    std::vector<std::uint32_t> ranks;
    std::vector<std::pair<std::uint64_t, WordId>> by_hash;
    for (WordId word = 0; word < words; ++word) by_hash.emplace_back(hash_of_word(word), word);
    std::ranges::sort(by_hash);
    std::vector<std::vector<Ranked>> levels;
    for (std::size_t at = 0; at < tables_.size(); ++at) {
        const auto entries = tables_[at].entries();
        const auto firsts = tables_[at].firsts();
        auto& level = levels.emplace_back();
        for (std::size_t place = 0; place < entries.size(); ++place) {
            if (entries[place].is_free()) continue;
            // The entry keeps its hash and first word only; undoing the last step of the hash finds the n-gram's rest.
            const std::uint64_t rest = shortened(entries[place].key, firsts[place]);
            std::uint32_t rank = 0;
            if (at == 0) {
                rank = std::ranges::lower_bound(by_hash, std::pair(rest, WordId{0}))->second;
            } else {
                rank = ranks[tables_[at - 1].place_of(*tables_[at - 1].find(rest))];
            }
            level.push_back({rank, firsts[place], static_cast<std::uint32_t>(place)});
        }
        std::ranges::sort(level);
        ranks.assign(entries.size(), 0);
        for (std::size_t rank = 0; rank < level.size(); ++rank) {
            ranks[level[rank].place] = static_cast<std::uint32_t>(rank);
        }
    }
    // Where the n-grams start that are `rest` and one word more, for each `rest` and one beyond the last.
    const auto starts_of = [&](std::size_t at, std::size_t size) {
        std::vector<std::uint32_t> starts(size + 1, 0);
        if (at < levels.size()) {
            for (const Ranked& ngram : levels[at]) ++starts[ngram.rest + std::size_t{1}];
        }
        for (std::size_t rest = 0; rest < size; ++rest) starts[rest + 1] += starts[rest];
        return starts;
    };
    out.begin_section();
    out.write_array(std::span<const std::uint32_t>(starts_of(0, words)));
    std::vector<Codebook> books;
    for (std::size_t at = 0; at < levels.size(); ++at) {
        const auto entries = tables_[at].entries();
        const bool is_highest = at + 1 == levels.size();
        const Codebook& book = books.emplace_back(codebook_of(entries));
        PackedLevelWriter writer({levels[at].size(), words, is_highest ? 0 : levels[at + 1].size(), is_highest});
        const auto starts = starts_of(at + 1, levels[at].size());
        for (std::size_t rank = 0; rank < levels[at].size(); ++rank) {
            const MiddleEntry& entry = entries[levels[at][rank].place];
            const float backoff = entry.backoff.value();
            const std::size_t code = backoff == 0 ? 0 : 1 + nearest(std::span(book.backoffs).subspan(1), backoff);
            writer.add({levels[at][rank].first,
                        static_cast<std::uint8_t>(nearest(book.probabilities, entry.probability.value())),
                        static_cast<std::uint8_t>(code), entry.backoff.is_context(), starts[rank]});
        }
        writer.add({0, 0, 0, false, starts.back()});
        out.begin_section();
        out.write(writer.finish());
    }
    out.begin_section();
    out.write_array(std::span<const Codebook>(books));
}

void write_language_model(NGramSource& source, const std::filesystem::path& file, bool quantise) {
    LanguageModelBuilder builder(source.counts());
    source.visit(builder);
    builder.write(source.vocabulary(), file, quantise);
}

}  // namespace antecede
