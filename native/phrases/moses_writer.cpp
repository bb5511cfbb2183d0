#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>

#include "phrases/moses_tables.hpp"

namespace antecede {

namespace {

void put_word(std::string& out, std::string_view word) {
    for (const char letter : word) {
        // The tables' separator; Moses itself takes any `|` for one between factors.
        if (letter == '|') {
            out += "&#124;";
        } else {
            out += letter;
        }
    }
}

void put_phrase(std::string& out, const MappedVocabulary& vocabulary, std::span<const WordId> words) {
    for (const WordId word : words) {
        put_word(out, vocabulary.word(word));
        out += ' ';
    }
}

void put_probability(std::string& out, float logarithm) {
    // Seven digits are what a float has.
    char text[32];
    const int size = std::snprintf(text, sizeof(text), "%.7g", std::exp(static_cast<double>(logarithm)));
    out.append(text, static_cast<std::size_t>(size));
}

}  // namespace

MosesWriter::MosesWriter(PhraseTable table) : table_(std::move(table)) {
    // Moses's tools expect the order of `LC_ALL=C sort`. The space that ends a word sorts before any byte within one
    // (but for control characters), so comparing lines is comparing the ranks of their words, one after the other.
    const MappedVocabulary& vocabulary = table_.source_vocabulary();
    std::vector<std::string> written(vocabulary.size());
    std::vector<WordId> order(vocabulary.size());
    std::iota(order.begin(), order.end(), WordId{0});
    for (const WordId word : order) put_word(written[word], vocabulary.word(word));
    const auto text = [&written](const WordId word) { return std::string_view(written[word]); };
    std::ranges::sort(order, {}, text);
    ranks_.resize(vocabulary.size());
    const auto end = std::ranges::lower_bound(order, std::string_view("|||"), {}, text);
    end_rank_ = static_cast<std::uint32_t>(end - order.begin());
    for (std::uint32_t rank = 0; rank < order.size(); ++rank) ranks_[order[rank]] = rank + (rank >= end_rank_ ? 1 : 0);
    std::vector<WordId> source;
    for (std::uint64_t place = 0, at = 0; table_.next_source(place, source); at = place) {
        const std::uint64_t second = source.size() > 1 ? ranks_[source[1]] : end_rank_;
        places_.push_back({static_cast<std::uint64_t>(ranks_[source[0]]) << 32 | second, at});
    }
    std::ranges::sort(places_, [this](const Place& a, const Place& b) { return before(a, b); });
}

bool MosesWriter::before(const Place& a, const Place& b) const {
    if (a.key != b.key) return a.key < b.key;
    // The keys settle most comparisons; the others read both phrases from the table, at the cost of an allocation each.
    std::vector<WordId> first;
    std::vector<WordId> second;
    std::uint64_t place = a.at;
    table_.next_source(place, first);
    place = b.at;
    table_.next_source(place, second);
    const auto rank = [this](const std::vector<WordId>& words, std::size_t at) {
        return at < words.size() ? ranks_[words[at]] : end_rank_;
    };
    for (std::size_t at = 2; at < first.size() || at < second.size(); ++at) {
        if (rank(first, at) != rank(second, at)) return rank(first, at) < rank(second, at);
    }
    return false;
}

double MosesWriter::done() const noexcept {
    return places_.empty() ? 1.0 : static_cast<double>(written_) / static_cast<double>(places_.size());
}

void MosesWriter::next(std::size_t bytes, std::string& phrases, std::string& reordering) {
    phrases.clear();
    reordering.clear();
    PhraseTable::Arena arena;
    PhraseTable::Entry entry;
    std::string words;
    for (; written_ < places_.size() && phrases.size() < bytes; ++written_) {
        std::uint64_t place = places_[written_].at;
        arena.clear();
        table_.next(place, arena, entry);
        for (std::size_t number = 0; number < entry.pairs.size(); ++number) {
            const PhrasePair& pair = entry.pairs[number];
            words.clear();
            put_phrase(words, table_.source_vocabulary(), entry.source);
            words += "||| ";
            put_phrase(words, table_.target_vocabulary(), pair.target);
            words += "|||";
            phrases += words;
            for (const float score : pair.scores) {
                phrases += ' ';
                put_probability(phrases, score);
            }
            phrases += " |||";
            for (const Link link : pair.alignment) {
                phrases += ' ' + std::to_string(link.source) + '-' + std::to_string(link.target);
            }
            phrases += " |||";
            if (!entry.counts.empty()) {
                const PhraseCounts& counts = entry.counts[number];
                for (const std::uint64_t count : {counts.target, counts.source, counts.together}) {
                    phrases += ' ' + std::to_string(count);
                }
            }
            // Two empty fields, sparse features and properties, as Moses's own tables end.
            phrases += " ||| |||\n";
            if (!table_.has_reordering()) continue;
            reordering += words;
            for (const float score : pair.reordering) {
                reordering += ' ';
                put_probability(reordering, score);
            }
            reordering += '\n';
        }
    }
}

}  // namespace antecede
