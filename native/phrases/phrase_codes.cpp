#include "phrases/phrase_codes.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <map>
#include <string>

#include "base/hash.hpp"

namespace antecede {

namespace {

// Orientations without a code are rounded to this step of the logarithm, in a byte each: from 1 down to e^-10.6, within
// 2.1%. They are estimates from a few occurrences, with errors far larger.
constexpr float kStep = 1.0F / 24.0F;
constexpr std::uint8_t kNoCode = 255;  // the one value that kMostOrientations leaves free

void put_number(std::vector<std::byte>& out, std::uint64_t value) {
    while (value >= 0x80) {
        out.push_back(static_cast<std::byte>(value | 0x80));
        value >>= 7;
    }
    out.push_back(static_cast<std::byte>(value));
}

void put_real(std::vector<std::byte>& out, float value) {
    const auto bytes = std::bit_cast<std::array<std::byte, sizeof(float)>>(value);
    out.insert(out.end(), bytes.begin(), bytes.end());
}

std::string key_of(const Orientations& values) {
    return {reinterpret_cast<const char*>(values.data()), sizeof(values)};
}

std::string key_of(std::span<const Link> links) {
    std::string key;
    for (const Link link : links) {
        key += static_cast<char>(link.source);
        key += static_cast<char>(link.target);
    }
    return key;
}

std::size_t hash_of(const Orientations& values) noexcept {
    std::uint64_t hash = 0;
    for (const float value : values) hash = combine(hash, std::bit_cast<std::uint32_t>(value));
    return static_cast<std::size_t>(mix(hash));
}

std::size_t hash_of(std::span<const Link> links) noexcept {
    std::uint64_t hash = links.size();
    for (const Link link : links) {
        // Positions are below kLongestPhrase, so 5 bits hold one.
        hash = (hash ^ static_cast<std::uint64_t>(link.source * 32 + link.target)) * 0x9E3779B97F4A7C15;
    }
    return static_cast<std::size_t>(mix(hash));
}

Orientations half(const std::array<float, kReorderingScores>& values, std::size_t first) {
    return {values[first], values[first + 1], values[first + 2]};
}

/// The keys that occur most often, at most `most`, and only those seen twice; ties in the order of the keys.
std::vector<std::string> frequent(const std::map<std::string, std::size_t>& seen, std::size_t most) {
    std::vector<std::pair<std::size_t, const std::string*>> ranked;
    for (const auto& [key, count] : seen) {
        // What occurs once takes as much room in the list of codes as where it stands.
        if (count > 1) ranked.emplace_back(count, &key);
    }
    std::ranges::stable_sort(ranked, std::greater<>(), [](const auto& entry) { return entry.first; });
    std::vector<std::string> keys;
    for (const auto& [count, key] : ranked) {
        if (keys.size() == most) break;
        keys.push_back(*key);
    }
    return keys;
}

/// 256 values that stand for all: values that fill a share of their own are kept exactly, and the others go to the
/// means of equally full stretches. Probabilities of rare phrases are simple fractions, so most of them stay exact.
std::vector<float> representative(std::vector<float> values) {
    constexpr std::size_t kMost = PhraseCodes::kScoreValues;
    std::ranges::sort(values);
    std::vector<float> chosen;
    std::vector<float> others;
    // More than 1/256 of all values: at most 256 different ones can have that, so `chosen` never overflows.
    const std::size_t share = values.size() / kMost + 1;
    for (std::size_t first = 0; first < values.size();) {
        std::size_t last = first;
        while (last < values.size() && values[last] == values[first]) ++last;
        if (last - first >= share) {
            chosen.push_back(values[first]);
        } else {
            others.insert(others.end(), values.begin() + static_cast<std::ptrdiff_t>(first),
                          values.begin() + static_cast<std::ptrdiff_t>(last));
        }
        first = last;
    }
    // Equally full, not equally wide: values are dense where most pairs are, and there the error should be small.
    const std::size_t left = std::min(kMost - chosen.size(), others.size());
    for (std::size_t stretch = 0; stretch < left; ++stretch) {
        const std::size_t first = others.size() * stretch / left;
        const std::size_t last = others.size() * (stretch + 1) / left;
        double sum = 0;
        for (std::size_t at = first; at < last; ++at) sum += others[at];
        chosen.push_back(static_cast<float>(sum / static_cast<double>(last - first)));
    }
    std::ranges::sort(chosen);
    // Always 256, so that every byte of a damaged file is a valid code.
    chosen.resize(kMost, chosen.empty() ? 0.0F : chosen.back());
    return chosen;
}

std::uint8_t nearest(std::span<const float> values, float value) noexcept {
    const auto above = std::ranges::lower_bound(values, value);
    if (above == values.end()) return static_cast<std::uint8_t>(values.size() - 1);
    auto best = above;
    if (above != values.begin() && value - *(above - 1) < *above - value) --best;
    return static_cast<std::uint8_t>(best - values.begin());
}

void encode_orientations(const PhraseCodes& codes, const Orientations& values, std::vector<std::byte>& out) {
    if (const std::size_t code = codes.code_of(values); code != 0) {
        out.push_back(static_cast<std::byte>(code - 1));
        return;
    }
    out.push_back(static_cast<std::byte>(kNoCode));
    for (const float value : values) {
        if (codes.options.exact) {
            put_real(out, value);
        } else {
            out.push_back(static_cast<std::byte>(std::clamp(std::lround(-value / kStep), 0L, 255L)));
        }
    }
}

bool decode_orientations(const PhraseCodes& codes, BlockReader& reader, float* values) {
    const std::uint8_t code = reader.byte();
    if (code != kNoCode) {
        if (code >= codes.orientations.size()) return false;
        std::ranges::copy(codes.orientations[code], values);
    }
    for (std::size_t at = 0; at < 3 && code == kNoCode; ++at) {
        values[at] = codes.options.exact ? reader.real() : -kStep * static_cast<float>(reader.byte());
    }
    // Scores that are not finite would reach the decoder's sums.
    return reader.ok() && std::all_of(values, values + 3, [](const float value) { return std::isfinite(value); });
}

bool decode_alignment(const PhraseCodes& codes, BlockReader& reader, PhraseTable::Arena& arena, PhrasePair& pair,
                      std::size_t source_length) {
    const std::uint64_t code = reader.number();
    if (code > codes.alignments.size()) return false;
    if (code > 0) {
        pair.alignment = codes.alignments[static_cast<std::size_t>(code - 1)];
    } else {
        const std::uint64_t size = reader.number();
        // Before memory is taken: the size is whatever the file says.
        if (size > kLongestPhrase * kLongestPhrase) return false;
        const std::span<Link> links = arena.links(static_cast<std::size_t>(size));
        for (Link& link : links) {
            link.source = reader.byte();
            link.target = reader.byte();
        }
        pair.alignment = links;
    }
    // Coded alignments too: a damaged file may give a short phrase the alignment of a long one.
    return std::ranges::all_of(pair.alignment, [&](const Link link) {
        return static_cast<std::size_t>(link.source) < source_length &&
               static_cast<std::size_t>(link.target) < pair.target.size();
    });
}

}  // namespace

PhraseCodes PhraseCodes::learn(std::span<const PhrasePair> sample, PhraseTableOptions options) {
    PhraseCodes codes;
    codes.options = options;
    for (std::size_t score = 0; score < kTranslationScores && !options.exact; ++score) {
        std::vector<float> values;
        values.reserve(sample.size());
        for (const PhrasePair& pair : sample) values.push_back(pair.scores[score]);
        codes.scores[score] = representative(std::move(values));
    }
    // Ordered maps: the order of a hash table would decide between equally frequent values, and so the file's bytes.
    std::map<std::string, std::size_t> orientations;
    std::map<std::string, std::size_t> alignments;
    for (const PhrasePair& pair : sample) {
        ++alignments[key_of(pair.alignment)];
        if (!options.reordering) continue;
        ++orientations[key_of(half(pair.reordering, 0))];
        ++orientations[key_of(half(pair.reordering, 3))];
    }
    for (const std::string& key : frequent(orientations, kMostOrientations)) {
        Orientations values;
        std::memcpy(values.data(), key.data(), sizeof(values));
        codes.orientations.push_back(values);
    }
    for (const std::string& key : frequent(alignments, kMostAlignments)) {
        std::vector<Link> links;
        for (std::size_t at = 0; at < key.size(); at += 2) links.push_back({key[at], key[at + 1]});
        codes.alignments.push_back(std::move(links));
    }
    codes.index();
    return codes;
}

void PhraseCodes::index() {
    const auto fill = [](const auto& values, std::vector<std::uint16_t>& slots) {
        slots.assign(std::bit_ceil(values.size() * 2 + 1), 0);
        for (std::size_t code = 0; code < values.size(); ++code) {
            std::size_t at = hash_of(values[code]) & (slots.size() - 1);
            while (slots[at] != 0) at = (at + 1) & (slots.size() - 1);
            slots[at] = static_cast<std::uint16_t>(code + 1);
        }
    };
    fill(orientations, orientation_index_);
    fill(alignments, alignment_index_);
}

std::size_t PhraseCodes::code_of(const Orientations& values) const noexcept {
    std::size_t at = hash_of(values) & (orientation_index_.size() - 1);
    while (orientation_index_[at] != 0 && orientations[orientation_index_[at] - 1U] != values) {
        at = (at + 1) & (orientation_index_.size() - 1);
    }
    return orientation_index_[at];
}

std::size_t PhraseCodes::code_of(std::span<const Link> links) const noexcept {
    std::size_t at = hash_of(links) & (alignment_index_.size() - 1);
    while (alignment_index_[at] != 0 && !std::ranges::equal(alignments[alignment_index_[at] - 1U], links)) {
        at = (at + 1) & (alignment_index_.size() - 1);
    }
    return alignment_index_[at];
}

void PhraseCodes::write(ModelFileWriter& file) const {
    file.begin_section();
    for (const auto& values : scores) file.write_array(std::span<const float>(values));
    file.begin_section();
    file.write_array(std::span<const Orientations>(orientations));
    std::vector<std::uint32_t> starts{0};
    std::string text;
    for (const auto& links : alignments) {
        text += key_of(links);
        starts.push_back(static_cast<std::uint32_t>(text.size()));
    }
    file.begin_section();
    file.write_array(std::span<const std::uint32_t>(starts));
    file.begin_section();
    file.write_array(std::span<const char>(text));
}

PhraseCodes PhraseCodes::read(const ModelFile& file, std::size_t first, PhraseTableOptions options) {
    PhraseCodes codes;
    codes.options = options;
    const auto values = file.array<float>(first);
    if (values.size() != (options.exact ? 0 : kTranslationScores * kScoreValues)) file.damaged("its codes are damaged");
    for (std::size_t score = 0; score < kTranslationScores && !options.exact; ++score) {
        const auto part = values.subspan(score * kScoreValues, kScoreValues);
        codes.scores[score].assign(part.begin(), part.end());
    }
    const auto orientations = file.array<Orientations>(first + 1);
    if (orientations.size() > kMostOrientations) file.damaged("its codes are damaged");
    codes.orientations.assign(orientations.begin(), orientations.end());
    const auto starts = file.array<std::uint32_t>(first + 2);
    const auto text = file.array<std::uint8_t>(first + 3);
    if (starts.empty() || starts.size() > kMostAlignments + 1) file.damaged("its codes are damaged");
    for (std::size_t code = 0; code + 1 < starts.size(); ++code) {
        if (starts[code] > starts[code + 1] || starts[code + 1] > text.size() ||
            (starts[code + 1] - starts[code]) % 2 != 0) {
            file.damaged("its codes are damaged");
        }
        auto& links = codes.alignments.emplace_back();
        for (std::size_t at = starts[code]; at < starts[code + 1]; at += 2) links.push_back({text[at], text[at + 1]});
    }
    return codes;
}

void encode_entry(const PhraseCodes& codes, std::span<const WordId> source, std::span<const PhrasePair> pairs,
                  std::span<const PhraseCounts> counts, std::vector<std::byte>& out) {
    // Source words, then each pair: target words, the alignment's code (or 0 and the links), scores, orientations,
    // counts; `decode_pair` reads the same. What options leave out takes no byte. Frequent words have small numbers, so
    // most take one or two bytes.
    put_number(out, source.size());
    for (const WordId word : source) put_number(out, word);
    put_number(out, pairs.size());
    for (std::size_t number = 0; number < pairs.size(); ++number) {
        const PhrasePair& pair = pairs[number];
        put_number(out, pair.target.size());
        for (const WordId word : pair.target) put_number(out, word);
        const std::size_t code = codes.code_of(pair.alignment);
        put_number(out, code);
        if (code == 0) {
            put_number(out, pair.alignment.size());
            for (const Link link : pair.alignment) {
                out.push_back(static_cast<std::byte>(link.source));
                out.push_back(static_cast<std::byte>(link.target));
            }
        }
        for (std::size_t score = 0; score < kTranslationScores; ++score) {
            if (codes.options.exact) {
                put_real(out, pair.scores[score]);
            } else {
                out.push_back(static_cast<std::byte>(nearest(codes.scores[score], pair.scores[score])));
            }
        }
        if (codes.options.reordering) {
            encode_orientations(codes, half(pair.reordering, 0), out);
            encode_orientations(codes, half(pair.reordering, 3), out);
        }
        if (codes.options.counts) {
            put_number(out, counts[number].target);
            put_number(out, counts[number].source);
            put_number(out, counts[number].together);
        }
    }
}

std::uint8_t BlockReader::byte() noexcept {
    if (at_ == bytes_.size()) {
        fail();
        return 0;
    }
    return static_cast<std::uint8_t>(bytes_[at_++]);
}

std::uint64_t BlockReader::number() noexcept {
    std::uint64_t value = 0;
    // Ten bytes at most: a damaged file cannot keep this going.
    for (unsigned shift = 0; shift < 64; shift += 7) {
        const std::uint8_t next = byte();
        value |= static_cast<std::uint64_t>(next & 0x7F) << shift;
        if (next < 0x80) return value;
    }
    fail();
    return 0;
}

float BlockReader::real() noexcept {
    std::array<std::byte, sizeof(float)> bytes;
    if (left() < bytes.size()) {
        fail();
        return 0;
    }
    std::memcpy(bytes.data(), bytes_.data() + at_, bytes.size());
    at_ += bytes.size();
    return std::bit_cast<float>(bytes);
}

BlockReader BlockReader::part(std::uint64_t size) noexcept {
    if (size > left()) {
        fail();
        // Failed as well, so that a caller who asks only the part notices.
        BlockReader nothing({});
        nothing.fail();
        return nothing;
    }
    BlockReader reader(bytes_.subspan(at_, static_cast<std::size_t>(size)));
    at_ += static_cast<std::size_t>(size);
    return reader;
}

bool decode_pair(const PhraseCodes& codes, BlockReader& reader, std::size_t source_length, std::size_t target_words,
                 PhraseTable::Arena& arena, PhrasePair& pair, PhraseCounts& counts) {
    const std::uint64_t length = reader.number();
    if (length == 0 || length > kLongestPhrase) return false;
    const std::span<WordId> words = arena.words(static_cast<std::size_t>(length));
    for (WordId& word : words) {
        const std::uint64_t number = reader.number();
        if (number >= target_words) return false;
        word = static_cast<WordId>(number);
    }
    pair.target = words;
    if (!decode_alignment(codes, reader, arena, pair, source_length)) return false;
    for (std::size_t score = 0; score < kTranslationScores; ++score) {
        pair.scores[score] = codes.options.exact ? reader.real() : codes.scores[score][reader.byte()];
        if (!std::isfinite(pair.scores[score])) return false;
    }
    pair.reordering.fill(0.0F);
    if (codes.options.reordering && (!decode_orientations(codes, reader, pair.reordering.data()) ||
                                     !decode_orientations(codes, reader, pair.reordering.data() + 3))) {
        return false;
    }
    if (codes.options.counts) {
        counts.target = reader.number();
        counts.source = reader.number();
        counts.together = reader.number();
    }
    return reader.ok();
}

}  // namespace antecede
