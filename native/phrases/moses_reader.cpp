#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <cstring>
#include <map>
#include <optional>
#include <tuple>
#include <type_traits>
#include <unordered_map>

#include "phrases/moses_tables.hpp"
#include "phrases/phrase_hash.hpp"
#include "phrases/phrase_table_writer.hpp"
#include "vocabulary/numbered_text.hpp"

namespace antecede {

namespace {

// A bin of both tables is in memory at a time: 1/256 of them.
constexpr unsigned kBinBits = 8;
// Pairs from which the codes of frequent values are learnt; phrases are in the order of their hashes, so a random
// sample.
constexpr std::size_t kSample = 200'000;
// Moses's floor for logarithms of probabilities, which it uses for 0 too.
constexpr float kLowest = -100.0F;
constexpr std::string_view kBlanks = " \t\r";

/// A phrase pair in a bin; then come the numbers of its words and its links, two bytes each. Bins are bytes of this
/// process alone, so what is read back is not checked.
struct RawPair {
    std::uint32_t links;
    std::uint16_t source_length;
    std::uint16_t target_length;
    std::array<float, kTranslationScores> scores;
    PhraseCounts counts;
};

struct RawOrientations {
    std::uint16_t source_length;
    std::uint16_t target_length;
    std::array<float, kReorderingScores> values;
};

std::string_view trimmed(std::string_view text) {
    const std::size_t first = text.find_first_not_of(kBlanks);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

/// Cuts off what stands before `|||`; all of it if there is none.
std::string_view next_field(std::string_view& line) {
    const std::size_t end = std::min(line.find("|||"), line.size());
    const std::string_view field = trimmed(line.substr(0, end));
    line = end == line.size() ? std::string_view() : line.substr(end + 3);
    return field;
}

std::string_view next_token(std::string_view& text) {
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    const std::size_t end = std::min(text.find_first_of(kBlanks), text.size());
    const std::string_view token = text.substr(0, end);
    text.remove_prefix(end);
    return token;
}

std::string quoted(std::string_view token) { return "'" + std::string(token.substr(0, 40)) + "'"; }

template <typename Number>
std::optional<Number> parsed(std::string_view token) {
    Number value{};
    const auto [end, fault] = std::from_chars(token.data(), token.data() + token.size(), value);
    if constexpr (std::is_floating_point_v<Number>) {
        // from_chars says of 1e-400 and of 1e400 alike that it does not fit, and leaves the value alone. What is too
        // small counts as 0 in Moses; what is too large is refused. strtod tells which of the two it is.
        if (fault == std::errc::result_out_of_range && std::strtod(std::string(token).c_str(), nullptr) < 1) return 0.0;
    }
    if (fault != std::errc() || end != token.data() + token.size()) return std::nullopt;
    return value;
}

float log_probability(std::string_view token, std::size_t line) {
    const std::optional<double> value = parsed<double>(token);
    if (!value || !std::isfinite(*value) || *value < 0) {
        throw MalformedTable(line, quoted(token) + " is not a probability");
    }
    return *value == 0 ? kLowest : std::max(kLowest, static_cast<float>(std::log(*value)));
}

void put(std::vector<std::byte>& out, std::span<const std::byte> bytes) {
    out.insert(out.end(), bytes.begin(), bytes.end());
}

template <typename T>
T take(std::span<const std::byte>& bytes) {
    T value;
    std::memcpy(&value, bytes.data(), sizeof(T));
    bytes = bytes.subspan(sizeof(T));
    return value;
}

std::vector<WordId> take_words(std::span<const std::byte>& bytes, std::size_t size) {
    std::vector<WordId> words(size);
    std::memcpy(words.data(), bytes.data(), size * sizeof(WordId));
    bytes = bytes.subspan(size * sizeof(WordId));
    return words;
}

struct ReadPair {
    std::vector<WordId> source;
    std::vector<WordId> target;
    std::vector<Link> links;
    RawPair raw;
};

std::vector<ReadPair> read_pairs(std::span<const std::byte> bytes) {
    std::vector<ReadPair> pairs;
    while (!bytes.empty()) {
        ReadPair pair;
        pair.raw = take<RawPair>(bytes);
        pair.source = take_words(bytes, pair.raw.source_length);
        pair.target = take_words(bytes, pair.raw.target_length);
        for (std::uint32_t link = 0; link < pair.raw.links; ++link) {
            const auto source = take<std::uint8_t>(bytes);
            pair.links.push_back({source, take<std::uint8_t>(bytes)});
        }
        pairs.push_back(std::move(pair));
    }
    // The best first, and equal ones in the order of the file.
    std::ranges::stable_sort(pairs, [](const ReadPair& a, const ReadPair& b) {
        return a.source != b.source ? a.source < b.source : a.raw.scores[2] > b.raw.scores[2];
    });
    return pairs;
}

using Key = std::pair<std::vector<WordId>, std::vector<WordId>>;

/// Not symmetrical, else equal numbers on both sides would cancel out.
struct KeyHash {
    std::size_t operator()(const Key& key) const noexcept {
        return static_cast<std::size_t>(phrase_hash(key.first) ^ (phrase_hash(key.second) * 3));
    }
};

using OrientationsOf = std::unordered_map<Key, std::array<float, kReorderingScores>, KeyHash>;

OrientationsOf read_orientations(std::span<const std::byte> bytes) {
    OrientationsOf found;
    while (!bytes.empty()) {
        const auto raw = take<RawOrientations>(bytes);
        auto source = take_words(bytes, raw.source_length);
        auto target = take_words(bytes, raw.target_length);
        found.emplace(Key(std::move(source), std::move(target)), raw.values);
    }
    return found;
}

using UseEntry =
    std::function<void(std::span<const WordId>, std::span<const PhrasePair>, std::span<const PhraseCounts>)>;

/// Calls `use` with each source phrase of a bin and its translations, the words renamed.
void for_each_entry(std::span<const std::byte> pair_bytes, std::span<const std::byte> orientation_bytes,
                    std::span<const WordId> source_names, std::span<const WordId> target_names, const UseEntry& use) {
    auto pairs = read_pairs(pair_bytes);
    const OrientationsOf orientations = read_orientations(orientation_bytes);
    std::vector<PhrasePair> views;
    std::vector<PhraseCounts> counts;
    for (std::size_t first = 0; first < pairs.size();) {
        views.clear();
        counts.clear();
        std::size_t last = first;
        for (; last < pairs.size() && pairs[last].source == pairs[first].source; ++last) {
            ReadPair& pair = pairs[last];
            PhrasePair view{pair.target, pair.links, pair.raw.scores, {}};
            if (const auto found = orientations.find({pair.source, pair.target}); found != orientations.end()) {
                view.reordering = found->second;
            }
            // After the look-up, whose keys have the old numbers; `view` sees the new ones.
            for (WordId& word : pair.target) word = target_names[word];
            views.push_back(view);
            counts.push_back(pair.raw.counts);
        }
        std::vector<WordId> source = pairs[first].source;
        for (WordId& word : source) word = source_names[word];
        use(source, views, counts);
        first = last;
    }
}

}  // namespace

void MosesReader::Lines::add(std::string_view text, bool last,
                             const std::function<void(std::string_view, std::size_t)>& use) {
    std::size_t end = text.find('\n');
    // Only a line that was cut between two parts is copied.
    if (end != std::string_view::npos && !rest_.empty()) {
        rest_ += text.substr(0, end);
        use(rest_, ++line_);
        rest_.clear();
        text.remove_prefix(end + 1);
        end = text.find('\n');
    }
    for (; end != std::string_view::npos; end = text.find('\n')) {
        use(text.substr(0, end), ++line_);
        text.remove_prefix(end + 1);
    }
    rest_ += text;
    if (last && !rest_.empty()) {
        use(rest_, ++line_);
        rest_.clear();
    }
}

MosesReader::MosesReader(const std::filesystem::path& folder)
    : pairs_(folder, std::size_t{1} << kBinBits), orientations_(folder, std::size_t{1} << kBinBits) {}

void MosesReader::add_phrases(std::string_view text, bool last) {
    phrase_lines_.add(text, last, [this](std::string_view line, std::size_t number) { add_pair(line, number); });
}

void MosesReader::add_reordering(std::string_view text, bool last) {
    reordering_lines_.add(text, last,
                          [this](std::string_view line, std::size_t number) { add_orientations(line, number); });
}

void MosesReader::read_phrase(std::string_view text, std::size_t line, Vocabulary& vocabulary,
                              std::vector<std::uint64_t>* counts, std::vector<WordId>& words) {
    words.clear();
    for (std::string_view token = next_token(text); !token.empty(); token = next_token(text)) {
        const WordId word = vocabulary.add(token);
        words.push_back(word);
        // The reordering table repeats the pairs of the phrase table, so its words are not counted.
        if (counts == nullptr) continue;
        counts->resize(vocabulary.size());
        ++(*counts)[word];
    }
    if (words.empty() || words.size() > kLongestPhrase) {
        throw MalformedTable(line, "a phrase has 1 to 20 words, not " + std::to_string(words.size()));
    }
}

void MosesReader::add_pair(std::string_view line, std::size_t number) {
    std::string_view rest = line;
    RawPair raw{};
    read_phrase(next_field(rest), number, source_, &source_counts_, source_words_);
    read_phrase(next_field(rest), number, target_, &target_counts_, target_words_);
    std::string_view scores = next_field(rest);
    std::size_t given = 0;
    for (auto token = next_token(scores); !token.empty(); token = next_token(scores), ++given) {
        // Older tables end in a fifth score, a constant 2.718: the phrase penalty, which is a feature of its own today.
        const float value = log_probability(token, number);
        if (given < kTranslationScores) raw.scores[given] = value;
    }
    if (given != kTranslationScores && given != kTranslationScores + 1) {
        throw MalformedTable(number, "a phrase pair has 4 scores, not " + std::to_string(given));
    }
    std::vector<Link> links;
    std::string_view alignment = next_field(rest);
    for (auto token = next_token(alignment); !token.empty(); token = next_token(alignment)) {
        const std::size_t dash = std::min(token.find('-'), token.size());
        const auto source = parsed<std::uint32_t>(token.substr(0, dash));
        const auto target = parsed<std::uint32_t>(token.substr(std::min(dash + 1, token.size())));
        if (!source || !target || *source >= source_words_.size() || *target >= target_words_.size()) {
            throw MalformedTable(number, quoted(token) + " is not a link within the phrases");
        }
        links.push_back({static_cast<std::int32_t>(*source), static_cast<std::int32_t>(*target)});
    }
    // Moses writes links in no particular order; codes of alignments need one form for each set.
    std::ranges::sort(links);
    links.erase(std::unique(links.begin(), links.end()), links.end());
    std::string_view counts = next_field(rest);
    std::array<double, 3> times{};
    for (double& time : times) {
        const std::string_view token = next_token(counts);
        const auto value = token.empty() ? std::optional(0.0) : parsed<double>(token);
        if (!value || !(*value >= 0 && *value < 1e18)) throw MalformedTable(number, quoted(token) + " is not a count");
        // Counts may be fractions, in interpolated tables for instance.
        time = std::round(*value);
    }
    raw.counts = {static_cast<std::uint64_t>(times[0]), static_cast<std::uint64_t>(times[1]),
                  static_cast<std::uint64_t>(times[2])};
    raw.links = static_cast<std::uint32_t>(links.size());
    raw.source_length = static_cast<std::uint16_t>(source_words_.size());
    raw.target_length = static_cast<std::uint16_t>(target_words_.size());
    record_.clear();
    put(record_, std::as_bytes(std::span(&raw, 1)));
    put(record_, std::as_bytes(std::span(source_words_)));
    put(record_, std::as_bytes(std::span(target_words_)));
    for (const Link link : links) {
        record_.push_back(static_cast<std::byte>(link.source));
        record_.push_back(static_cast<std::byte>(link.target));
    }
    pairs_.append(static_cast<std::size_t>(phrase_hash(source_words_) >> (64 - kBinBits)), record_);
}

void MosesReader::add_orientations(std::string_view line, std::size_t number) {
    std::string_view rest = line;
    RawOrientations raw{};
    read_phrase(next_field(rest), number, source_, nullptr, source_words_);
    read_phrase(next_field(rest), number, target_, nullptr, target_words_);
    std::size_t given = 0;
    for (auto token = next_token(rest); !token.empty(); token = next_token(rest)) {
        if (token == "|||") continue;
        const float value = log_probability(token, number);
        if (given < kReorderingScores) raw.values[given] = value;
        ++given;
    }
    if (given != kReorderingScores) {
        throw MalformedTable(number, "a line of msd-bidirectional-fe has 6 values, not " + std::to_string(given));
    }
    raw.source_length = static_cast<std::uint16_t>(source_words_.size());
    raw.target_length = static_cast<std::uint16_t>(target_words_.size());
    record_.clear();
    put(record_, std::as_bytes(std::span(&raw, 1)));
    put(record_, std::as_bytes(std::span(source_words_)));
    put(record_, std::as_bytes(std::span(target_words_)));
    orientations_.append(static_cast<std::size_t>(phrase_hash(source_words_) >> (64 - kBinBits)), record_);
    any_reordering_ = true;
}

void MosesReader::finish(const std::filesystem::path& file, bool exact, bool counts) {
    source_counts_.resize(source_.size());
    target_counts_.resize(target_.size());
    Vocabulary source;
    Vocabulary target;
    const auto source_names = order_by_frequency(source_, source_counts_, source);
    const auto target_names = order_by_frequency(target_, target_counts_, target);
    const auto visit = [&](std::size_t bin, const UseEntry& use) {
        for_each_entry(pairs_.read<std::byte>(bin), orientations_.read<std::byte>(bin), source_names, target_names,
                       use);
    };
    std::vector<PhrasePair> sample;
    std::vector<std::unique_ptr<std::vector<Link>>> alignments;
    for (std::size_t bin = 0; bin < pairs_.size() && sample.size() < kSample; ++bin) {
        visit(bin, [&](std::span<const WordId>, std::span<const PhrasePair> pairs, std::span<const PhraseCounts>) {
            for (const PhrasePair& pair : pairs) {
                // The pairs of a bin are gone with it; the sample keeps its links elsewhere. Words are not needed.
                alignments.push_back(std::make_unique<std::vector<Link>>(pair.alignment.begin(), pair.alignment.end()));
                sample.push_back(pair);
                sample.back().alignment = *alignments.back();
            }
        });
    }
    PhraseTableWriter writer(file, PhraseCodes::learn(sample, {any_reordering_, counts, exact}));
    for (std::size_t bin = 0; bin < pairs_.size(); ++bin) {
        visit(bin, [&](std::span<const WordId> words, std::span<const PhrasePair> pairs,
                       std::span<const PhraseCounts> times) { writer.add(words, pairs, times); });
        pairs_.drop(bin);
        orientations_.drop(bin);
    }
    writer.finish(source, target);
}

}  // namespace antecede
