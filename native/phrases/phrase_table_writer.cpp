#include "phrases/phrase_table_writer.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "phrases/phrase_hash.hpp"

namespace antecede {

namespace {

// 256 bins: sorting needs the memory of one, so of 1/256 of the table.
constexpr unsigned kBinBits = 8;
// Two to four blocks a bucket, since buckets are a power of two: 2 to 4 bytes of index a phrase, and a short walk to
// the right one within a cache line or two.
constexpr std::uint64_t kBlocksInBucket = 4;

/// What stands before a block while the order is not yet known.
struct Pending {
    std::uint64_t hash;
    std::uint32_t pairs;
    std::uint32_t length;  // of the source phrase
    std::uint64_t size;    // of the entry that follows
};

struct Block {
    std::uint64_t hash;
    std::span<const std::byte> entry;
};

std::vector<Block> blocks_of(std::span<const std::byte> bytes) {
    std::vector<Block> blocks;
    while (!bytes.empty()) {
        Pending pending;
        std::memcpy(&pending, bytes.data(), sizeof(pending));
        blocks.push_back({pending.hash, bytes.subspan(sizeof(pending), static_cast<std::size_t>(pending.size))});
        bytes = bytes.subspan(sizeof(pending) + static_cast<std::size_t>(pending.size));
    }
    // Equal hashes are in the order of their bytes, so that threads cannot change the file.
    std::ranges::sort(blocks, [](const Block& a, const Block& b) {
        if (a.hash != b.hash) return a.hash < b.hash;
        return std::ranges::lexicographical_compare(a.entry, b.entry);
    });
    return blocks;
}

std::vector<std::byte> framed(const Block& block) {
    std::vector<std::byte> bytes;
    std::uint64_t size = block.entry.size();
    while (size >= 0x80) {
        bytes.push_back(static_cast<std::byte>(size | 0x80));
        size >>= 7;
    }
    bytes.push_back(static_cast<std::byte>(size));
    bytes.push_back(static_cast<std::byte>(tag_of(block.hash)));
    bytes.insert(bytes.end(), block.entry.begin(), block.entry.end());
    return bytes;
}

void check_length(std::size_t length) {
    if (length == 0 || length > kLongestPhrase) throw std::invalid_argument("a phrase has 1 to 20 words");
}

}  // namespace

PhraseTableWriter::PhraseTableWriter(const std::filesystem::path& file, PhraseCodes codes)
    : file_(file),
      codes_(std::move(codes)),
      blocks_(file.has_parent_path() ? file.parent_path() : std::filesystem::path("."), std::size_t{1} << kBinBits) {}

void PhraseTableWriter::add(std::span<const WordId> source, std::span<const PhrasePair> pairs,
                            std::span<const PhraseCounts> counts) {
    check_length(source.size());
    for (const PhrasePair& pair : pairs) check_length(pair.target.size());
    // One for each thread, which keeps its memory: millions of phrases are added.
    thread_local std::vector<std::byte> bytes;
    bytes.assign(sizeof(Pending), std::byte{0});
    encode_entry(codes_, source, pairs, counts, bytes);
    const Pending pending{phrase_hash(source), static_cast<std::uint32_t>(pairs.size()),
                          static_cast<std::uint32_t>(source.size()), bytes.size() - sizeof(Pending)};
    std::memcpy(bytes.data(), &pending, sizeof(pending));
    // Bins and buckets both go by the hash's upper bits, so bins one after the other give the buckets in order.
    blocks_.append(static_cast<std::size_t>(pending.hash >> (64 - kBinBits)), bytes);
}

void PhraseTableWriter::finish(const Vocabulary& source, const Vocabulary& target) {
    PhraseTableSummary summary{};
    summary.reordering = codes_.options.reordering;
    summary.counts = codes_.options.counts;
    summary.exact = codes_.options.exact;
    // A first pass over all bins: the summary stands first in the file, and the number of phrases decides on the
    // buckets.
    for (std::size_t bin = 0; bin < blocks_.size(); ++bin) {
        const auto bytes = blocks_.read<std::byte>(bin);
        for (std::size_t at = 0; at < bytes.size();) {
            Pending pending;
            std::memcpy(&pending, bytes.data() + at, sizeof(pending));
            summary.source_phrases += 1;
            summary.pairs += pending.pairs;
            summary.longest_source = std::max(summary.longest_source, pending.length);
            at += sizeof(pending) + static_cast<std::size_t>(pending.size);
        }
    }
    summary.bucket_bits = static_cast<std::uint32_t>(std::bit_width(summary.source_phrases / kBlocksInBucket));

    ModelFileWriter file(file_, kPhraseTableKind, kPhraseTableVersion);
    file.begin_section();
    file.write_array(std::span<const PhraseTableSummary>(&summary, 1));
    codes_.write(file);
    file.begin_section();
    const std::size_t buckets = std::size_t{1} << summary.bucket_bits;
    std::vector<std::uint64_t> starts;
    starts.reserve(buckets + 1);
    std::uint64_t written = 0;
    for (std::size_t bin = 0; bin < blocks_.size(); ++bin) {
        const auto bytes = blocks_.read<std::byte>(bin);
        blocks_.drop(bin);
        for (const Block& block : blocks_of(bytes)) {
            const std::size_t bucket =
                summary.bucket_bits == 0 ? 0 : static_cast<std::size_t>(block.hash >> (64 - summary.bucket_bits));
            while (starts.size() <= bucket) starts.push_back(written);  // empty buckets before this one, too
            const auto frame = framed(block);
            file.write(frame);
            written += frame.size();
        }
    }
    while (starts.size() <= buckets) starts.push_back(written);
    file.begin_section();
    file.write_array(std::span<const std::uint64_t>(starts));
    source.write(file);
    target.write(file);
    file.finish();
}

}  // namespace antecede
