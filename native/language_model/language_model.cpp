#include "language_model/language_model.hpp"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "language_model/language_model_tables.hpp"
#include "language_model/packed_ngrams.hpp"

namespace antecede {

namespace {

/// A hash table of the file: linear probing without wrapping round. `longest` is how far from its place the furthest
/// entry lies, and ends searches in a table without a free slot. Searches stay within the table whatever it holds.
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
    std::array<std::uint64_t, kHighestOrder> counts{};
    std::array<Table<MiddleEntry>, kHighestOrder - 1> middle;
    Table<HighestEntry> highest;
    std::array<std::span<const WordId>, kHighestOrder - 1> firsts;
    std::span<const std::uint32_t> starts;  // of each word's bigrams in a quantised model
    std::array<PackedLevel, kHighestOrder - 1> levels;
    std::span<const Codebook> books;

    explicit Tables(const ModelFile& opened)
        : file(opened),
          vocabulary(opened, kVocabularySection,
                     opened.version() == 1 ? VocabularyForm::kLoose : VocabularyForm::kCompact) {
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
        for (std::size_t n = 2; n <= order; ++n) counts[n - 1] = parameters.tables[n - 2].entries;
        if (!quantised) {
            open_hashed(parameters);
        } else if (file.version() == 1) {
            file.damaged("is a quantised model of format version 1; build the file again");
        } else {
            open_packed();
        }
    }

    void open_hashed(const LanguageModelParameters& parameters) {
        for (std::size_t n = 2; n <= order; ++n) {
            std::size_t size = 0;
            if (n < order) {
                middle[n - 2] = table_of<MiddleEntry>(file, parameters, n);
                size = file.array<MiddleEntry>(kFirstTableSection + n - 2).size();
            } else {
                highest = table_of<HighestEntry>(file, parameters, n);
                size = file.array<HighestEntry>(kFirstTableSection + n - 2).size();
            }
            if (file.version() == 1) continue;
            firsts[n - 2] = file.array<WordId>(kFirstTableSection + order - 1 + n - 2);
            if (firsts[n - 2].size() != size) file.damaged("its n-grams and their words do not match");
        }
    }

    void open_packed() {
        // `starts` are 32 bits, and PackedLevel reads no field wider than 57.
        constexpr std::uint64_t kMost = std::uint64_t{1} << 32;
        starts = file.array<std::uint32_t>(kFirstTableSection);
        books = file.array<Codebook>(kFirstTableSection + order);
        if (starts.size() != words.size() + 1 || books.size() != order - 1) file.damaged("its codebooks are damaged");
        for (std::size_t n = 2; n <= order; ++n) {
            if (counts[n - 1] >= kMost) file.damaged("its parameters are damaged");
            const PackedShape shape(counts[n - 1], words.size(), n < order ? counts[n] : 0, n == order);
            const auto bytes = file.section(kFirstTableSection + n - 1);
            if (bytes.size() < shape.bytes()) {
                file.damaged("the table of its " + std::to_string(n) + "-grams is damaged");
            }
            levels[n - 2] = PackedLevel(shape, bytes);
        }
    }

    /// A word map or a caller may hold numbers of another vocabulary; those are unknown words here.
    const WordEntry& word(WordId id) const noexcept { return words[id < words.size() ? id : kUnknown]; }

    /// What is found of an n-gram, whatever the table.
    struct Found {
        bool any;
        bool extends_left;
        bool is_context;
        float probability;
        float backoff;
    };

    /// From a word to longer and longer n-grams that end in it, in the hash tables. A probe is a cache miss in a large
    /// model; the flags spare those that must fail.
    class HashWalk {
    public:
        HashWalk(const Tables& tables, WordId word) noexcept : tables_(tables), hash_(hash_of_word(word)) {}

        Found step(std::size_t n, WordId word) noexcept {
            hash_ = extended(hash_, word);
            if (n == tables_.order) {
                const HighestEntry* entry = tables_.highest.find(hash_);
                if (entry == nullptr) return {};
                return {true, false, false, entry->probability, 0};
            }
            const MiddleEntry* entry = tables_.middle[n - 2].find(hash_);
            if (entry == nullptr) return {};
            return {true, entry->probability.extends_left(), entry->backoff.is_context(), entry->probability.value(),
                    entry->backoff.value()};
        }

    private:
        const Tables& tables_;
        std::uint64_t hash_;
    };

    /// The same in the trie: a binary search a step, where the hash tables need one probe. Smaller, and slower.
    class TrieWalk {
    public:
        TrieWalk(const Tables& tables, WordId word) noexcept : tables_(tables) {
            const std::size_t known = word < tables.words.size() ? word : kUnknown;
            begin_ = tables.starts[known];
            end_ = tables.starts[known + 1];
        }

        Found step(std::size_t n, WordId word) noexcept {
            const PackedLevel& level = tables_.levels[n - 2];
            end_ = std::min(end_, level.size());
            const std::uint64_t place = level.find(begin_, end_, word);
            if (place >= end_) return {};
            const PackedNGram ngram = level[place];
            const Codebook& book = tables_.books[n - 2];
            if (n == tables_.order) return {true, false, false, book.probabilities[ngram.probability], 0};
            begin_ = ngram.begin;
            end_ = level.begin(place + 1);
            return {true, begin_ < end_, ngram.is_context, book.probabilities[ngram.probability],
                    book.backoffs[ngram.backoff]};
        }

    private:
        const Tables& tables_;
        std::uint64_t begin_;
        std::uint64_t end_;
    };

    /// A template, so that the walk is inlined: which one it is costs one branch a query.
    template <typename Walk>
    float score(const State& state, WordId id, State& next, std::size_t& matched) const noexcept {
        const WordEntry& entry = word(id);
        float probability = entry.probability.value();
        next.words[0] = id;
        next.backoff[0] = entry.backoff.value();
        next.length = entry.backoff.is_context() && order > 1 ? 1 : 0;
        matched = 1;
        bool extends_left = entry.probability.extends_left();
        Walk walk(*this, id);
        // Up from the shortest n-gram: KenLM's left extension flags say when no longer one exists, so that most queries
        // end at the longest match without a failed probe.
        for (std::size_t at = 0; extends_left && at < state.length; ++at) {
            const std::size_t n = at + 2;
            const Found found = walk.step(n, state.words[at]);
            if (!found.any) break;
            probability = found.probability;
            matched = n;
            if (n == order) break;
            next.words[at + 1] = state.words[at];
            next.backoff[at + 1] = found.backoff;
            // Words that no n-gram continues are dropped from the state: shorter states recombine more hypotheses.
            if (found.is_context) next.length = static_cast<std::uint8_t>(n);
            extends_left = found.extends_left;
        }
        // Leaving each context that is longer than the match costs its weight.
        for (std::size_t at = matched - 1; at < state.length; ++at) probability += state.backoff[at];
        return probability;
    }

    /// Spells the n-grams of the hash tables: a hash and its first word give the hash of the rest, which is an n-gram
    /// of its own, and so on down to a word.
    class Speller {
    public:
        explicit Speller(const Tables& tables) : tables_(tables) {
            // 16 bytes a word: the only memory that spelling takes, whatever the number of n-grams.
            for (WordId word = 0; word < tables.words.size(); ++word) by_hash_.emplace_back(hash_of_word(word), word);
            std::ranges::sort(by_hash_);
        }

        /// The words of the n-gram in a place of the table for its length; false if the file contradicts itself.
        bool spell(std::size_t n, std::size_t place, std::uint64_t hash, std::span<WordId> spelled) const {
            for (std::size_t at = 0;; ++at, --n) {
                spelled[at] = tables_.firsts[n - 2][place];
                hash = shortened(hash, spelled[at]);
                if (n == 2) {
                    const auto found = std::ranges::lower_bound(by_hash_, std::pair(hash, WordId{0}));
                    if (found == by_hash_.end() || found->first != hash) return false;
                    spelled[at + 1] = found->second;
                    return spelled_well(spelled);
                }
                const MiddleEntry* const rest = tables_.middle[n - 3].find(hash);
                if (rest == nullptr) return false;
                place = static_cast<std::size_t>(rest - tables_.middle[n - 3].entries);
            }
        }

    private:
        bool spelled_well(std::span<const WordId> spelled) const {
            return std::ranges::all_of(spelled, [this](WordId word) { return word < tables_.words.size(); });
        }

        const Tables& tables_;
        std::vector<std::pair<std::uint64_t, WordId>> by_hash_;
    };

    void visit_hashed(NGramVisitor& visitor) const {
        const Speller speller(*this);
        std::array<WordId, kHighestOrder> spelled{};
        for (std::size_t n = 2; n <= order; ++n) {
            const std::span<WordId> here = std::span(spelled).first(n);
            for (std::size_t place = 0; place < firsts[n - 2].size(); ++place) {
                const bool is_highest = n == order;
                const MiddleEntry* const entry = is_highest ? nullptr : middle[n - 2].entries + place;
                const HighestEntry* const top = is_highest ? highest.entries + place : nullptr;
                if (is_highest ? top->is_free() : entry->is_free()) continue;
                if (!speller.spell(n, place, is_highest ? top->key() : entry->key, here)) {
                    file.damaged("the table of its " + std::to_string(n) + "-grams is damaged");
                }
                if (is_highest) {
                    visitor.add(here, top->probability, 0);
                } else {
                    visitor.add(here, entry->probability.value(), entry->backoff.value());
                }
            }
        }
    }

    /// Gives the n-grams of length `n` that extend the `length` words at the end of `spelled`, which stand from `begin`
    /// up to `end` of the next level.
    void visit_packed(NGramVisitor& visitor, std::span<WordId> spelled, std::size_t length, std::uint64_t begin,
                      std::uint64_t end) const {
        const std::size_t n = spelled.size();
        const PackedLevel& level = levels[length - 1];
        for (std::uint64_t place = begin; place < std::min(end, level.size()); ++place) {
            const PackedNGram ngram = level[place];
            if (ngram.first >= words.size()) file.damaged("the table of its n-grams is damaged");
            spelled[n - length - 1] = ngram.first;
            if (length + 1 < n) {
                visit_packed(visitor, spelled, length + 1, ngram.begin, level.begin(place + 1));
            } else {
                const Codebook& book = books[n - 2];
                visitor.add(spelled, book.probabilities[ngram.probability],
                            n == order ? 0.0F : book.backoffs[ngram.backoff]);
            }
        }
    }
};

LanguageModel LanguageModel::open(const std::filesystem::path& file) {
    LanguageModel model;
    model.tables_ = std::make_shared<const Tables>(
        ModelFile::open(file, kLanguageModelKind, kLanguageModelVersion, kOldestLanguageModel));
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
    return tables_->quantised ? tables_->score<Tables::TrieWalk>(state, word, next, matched)
                              : tables_->score<Tables::HashWalk>(state, word, next, matched);
}

bool LanguageModel::has_words() const noexcept { return tables_->file.version() > 1; }

void LanguageModel::visit(NGramVisitor& visitor) const {
    if (!has_words()) tables_->file.damaged("does not store the words of its n-grams; build the file again");
    for (WordId word = 0; word < tables_->words.size(); ++word) {
        const WordEntry& entry = tables_->words[word];
        visitor.add(std::span(&word, 1), entry.probability.value(), order() == 1 ? 0.0F : entry.backoff.value());
    }
    if (tables_->quantised) {
        std::array<WordId, kHighestOrder> spelled{};
        // Once through the trie for each length: visitors want shorter n-grams first, and the trie has them mixed.
        for (std::size_t n = 2; n <= order(); ++n) {
            for (WordId word = 0; word < tables_->words.size(); ++word) {
                spelled[n - 1] = word;
                tables_->visit_packed(visitor, std::span(spelled).first(n), 1, tables_->starts[word],
                                      tables_->starts[word + std::size_t{1}]);
            }
        }
    } else {
        tables_->visit_hashed(visitor);
    }
    visitor.finish();
}

SpelledModel::SpelledModel(LanguageModel model) : model_(std::move(model)) {
    for (WordId word = 0; word < model_.vocabulary().size(); ++word) {
        if (vocabulary_.add(model_.vocabulary().word(word)) != word) {
            throw DamagedFile("the vocabulary of the language model has a word twice");
        }
    }
}

// The words decide: the same words have the same back-off weights, so those need not be compared.
bool operator==(const LanguageModel::State& a, const LanguageModel::State& b) noexcept {
    return a.length == b.length && std::equal(a.words.begin(), a.words.begin() + a.length, b.words.begin());
}

std::uint64_t hash_of(const LanguageModel::State& state) noexcept {
    std::uint64_t hash = state.length;
    for (std::size_t at = 0; at < state.length; ++at) hash = combine(hash, state.words[at]);
    return mix(hash);
}

}  // namespace antecede
