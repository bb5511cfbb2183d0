#include "language_model.hpp"

#include <algorithm>

#include "language_model_tables.hpp"

namespace antecede {

namespace {

/// A hash table of the file. Searches stay within it whatever it holds.
template <typename Entry>
struct Table {
    const Entry* entries = nullptr;
    std::uint64_t slots = 1;
    std::size_t longest = 0;

    const Entry* start(std::uint64_t hash) const noexcept { return entries + slot_of(hash, slots); }

    const Entry* find(std::uint64_t hash) const noexcept {
        const Entry* entry = start(hash);
        for (const Entry* const last = entry + longest; entry <= last; ++entry) {
            if (entry->is(hash)) return entry;
            if (entry->is_free()) return nullptr;
        }
        return nullptr;
    }
};

template <typename Entry>
Table<Entry> table_of(const ModelFile& file, const LanguageModelParameters& parameters, std::size_t order) {
    const auto entries = file.array<Entry>(kFirstTableSection + order - 2);
    const TableShape& shape = parameters.tables[order - 2];
    if (shape.slots == 0 || shape.slots > entries.size() || shape.longest >= entries.size() ||
        shape.slots + shape.longest > entries.size()) {
        file.damaged("the table of its " + std::to_string(order) + "-grams is damaged");
    }
    return {entries.data(), shape.slots, static_cast<std::size_t>(shape.longest)};
}

}  // namespace

struct LanguageModel::Tables {
    ModelFile file;
    MappedVocabulary vocabulary;
    std::size_t order = 0;
    bool quantised = false;
    std::span<const WordEntry> words;
    std::array<Table<MiddleEntry>, kHighestOrder - 1> middle;
    Table<HighestEntry> highest;
    std::array<Table<QuantisedEntry>, kHighestOrder - 1> packed;
    std::span<const Codebook> books;
    std::array<std::uint64_t, kHighestOrder> counts{};

    explicit Tables(const ModelFile& opened) : file(opened), vocabulary(opened, kVocabularySection) {
        const auto all = file.array<LanguageModelParameters>(0);
        if (all.size() != 1) file.damaged("its parameters are damaged");
        const LanguageModelParameters& parameters = all.front();
        if (parameters.order < 1 || parameters.order > kHighestOrder || parameters.quantised > 1) {
            file.damaged("its parameters are damaged");
        }
        order = parameters.order;
        quantised = parameters.quantised == 1;
        words = file.array<WordEntry>(kWordSection);
        if (words.size() != vocabulary.size()) file.damaged("its words and their probabilities do not match");
        counts[0] = words.size();
        for (std::size_t n = 2; n <= order; ++n) {
            counts[n - 1] = parameters.tables[n - 2].entries;
            if (quantised) {
                packed[n - 2] = table_of<QuantisedEntry>(file, parameters, n);
            } else if (n < order) {
                middle[n - 2] = table_of<MiddleEntry>(file, parameters, n);
            } else {
                highest = table_of<HighestEntry>(file, parameters, n);
            }
        }
        if (quantised) {
            books = file.array<Codebook>(kFirstTableSection + order - 1);
            if (books.size() != order - 1) file.damaged("its codebooks are damaged");
        }
    }

    const WordEntry& word(WordId id) const noexcept { return words[id < words.size() ? id : kUnknown]; }

    /// What is found of an n-gram, whatever the table.
    struct Found {
        bool any;
        bool extends_left;
        bool is_context;
        float probability;
        float backoff;
    };

    Found find_full(std::size_t n, std::uint64_t hash) const noexcept {
        if (n == order) {
            const HighestEntry* entry = highest.find(hash);
            if (entry == nullptr) return {};
            return {true, false, false, entry->probability, 0};
        }
        const MiddleEntry* entry = middle[n - 2].find(hash);
        if (entry == nullptr) return {};
        return {true, entry->probability.extends_left(), entry->backoff.is_context(), entry->probability.value(),
                entry->backoff.value()};
    }

    Found find_quantised(std::size_t n, std::uint64_t hash) const noexcept {
        const QuantisedEntry* entry = packed[n - 2].find(hash);
        if (entry == nullptr) return {};
        const Codebook& book = books[n - 2];
        return {true, entry->extends_left(), entry->is_context() && n < order, book.probabilities[entry->probability()],
                book.backoffs[entry->backoff()]};
    }

    void prefetch(std::size_t n, std::uint64_t hash) const noexcept {
        const void* place = quantised   ? static_cast<const void*>(packed[n - 2].start(hash))
                            : n < order ? static_cast<const void*>(middle[n - 2].start(hash))
                                        : static_cast<const void*>(highest.start(hash));
        __builtin_prefetch(place);
    }

    template <bool kQuantised>
    float score(const State& state, WordId id, State& next, std::size_t& matched) const noexcept {
        const WordEntry& entry = word(id);
        // All places are known from the start: asked for at once, they arrive together.
        std::array<std::uint64_t, kHighestOrder - 1> hashes;
        std::uint64_t hash = hash_of_word(id);
        for (std::size_t at = 0; at < state.length; ++at) {
            hash = extended(hash, state.words[at]);
            hashes[at] = hash;
            prefetch(at + 2, hash);
        }
        float probability = entry.probability.value();
        next.words[0] = id;
        next.backoff[0] = entry.backoff.value();
        next.length = entry.backoff.is_context() && order > 1 ? 1 : 0;
        matched = 1;
        bool extends_left = entry.probability.extends_left();
        for (std::size_t at = 0; extends_left && at < state.length; ++at) {
            const std::size_t n = at + 2;
            const Found found = kQuantised ? find_quantised(n, hashes[at]) : find_full(n, hashes[at]);
            if (!found.any) break;
            probability = found.probability;
            matched = n;
            if (n == order) break;
            next.words[at + 1] = state.words[at];
            next.backoff[at + 1] = found.backoff;
            if (found.is_context) next.length = static_cast<std::uint8_t>(n);
            extends_left = found.extends_left;
        }
        for (std::size_t at = matched - 1; at < state.length; ++at) probability += state.backoff[at];
        return probability;
    }
};

LanguageModel LanguageModel::open(const std::filesystem::path& file) {
    LanguageModel model;
    model.tables_ = std::make_shared<const Tables>(ModelFile::open(file, kLanguageModelKind, kLanguageModelVersion));
    return model;
}

bool LanguageModel::is_one(const std::filesystem::path& file) { return ModelFile::is_one(file, kLanguageModelKind); }

void LanguageModel::verify() const { tables_->file.verify(); }

std::size_t LanguageModel::order() const noexcept { return tables_->order; }

std::span<const std::uint64_t> LanguageModel::counts() const noexcept {
    return std::span(tables_->counts).first(tables_->order);
}

const MappedVocabulary& LanguageModel::vocabulary() const noexcept { return tables_->vocabulary; }

LanguageModel::State LanguageModel::empty() const noexcept { return State{}; }

LanguageModel::State LanguageModel::sentence_start() const noexcept {
    State state{};
    const WordEntry& entry = tables_->word(kSentenceStart);
    state.words[0] = kSentenceStart;
    state.backoff[0] = entry.backoff.value();
    state.length = entry.backoff.is_context() && tables_->order > 1 ? 1 : 0;
    return state;
}

float LanguageModel::score(const State& state, WordId word, State& next) const noexcept {
    std::size_t matched = 0;
    return score(state, word, next, matched);
}

float LanguageModel::score(const State& state, WordId word, State& next, std::size_t& matched) const noexcept {
    return tables_->quantised ? tables_->score<true>(state, word, next, matched)
                              : tables_->score<false>(state, word, next, matched);
}

bool operator==(const LanguageModel::State& a, const LanguageModel::State& b) noexcept {
    return a.length == b.length && std::equal(a.words.begin(), a.words.begin() + a.length, b.words.begin());
}

std::uint64_t hash_of(const LanguageModel::State& state) noexcept {
    std::uint64_t hash = state.length;
    for (std::size_t at = 0; at < state.length; ++at) hash = combine(hash, state.words[at]);
    return mix(hash);
}

}  // namespace antecede
