#include "phrases/phrase_table.hpp"

#include <algorithm>

#include "phrases/phrase_codes.hpp"
#include "phrases/phrase_hash.hpp"
#include "phrases/phrase_table_writer.hpp"

namespace antecede {

struct PhraseTable::Tables {
    ModelFile file;
    PhraseTableSummary summary;
    PhraseCodes codes;
    std::span<const std::byte> blocks;
    std::span<const std::uint64_t> starts;
    MappedVocabulary source;
    MappedVocabulary target;

    static PhraseTableSummary summary_of(const ModelFile& file) {
        const auto found = file.array<PhraseTableSummary>(0);
        if (found.size() != 1) file.damaged("its summary is damaged");
        return found.front();
    }

    static VocabularyForm form_of(const ModelFile& file) {
        return file.version() == 1 ? VocabularyForm::kLoose : VocabularyForm::kCompact;
    }

    explicit Tables(const ModelFile& opened)
        : file(opened),
          summary(summary_of(opened)),
          codes(PhraseCodes::read(opened, 1, summary.options())),
          blocks(opened.section(1 + PhraseCodes::kSections)),
          starts(opened.array<std::uint64_t>(2 + PhraseCodes::kSections)),
          source(opened, 3 + PhraseCodes::kSections, form_of(opened)),
          target(opened, 6 + PhraseCodes::kSections, form_of(opened)) {
        // 40 bits keep the shifts below valid for any file; no table has that many buckets.
        if (summary.bucket_bits > 40 || starts.size() != (std::size_t{1} << summary.bucket_bits) + 1 ||
            summary.longest_source > kLongestPhrase) {
            file.damaged("its index is damaged");
        }
    }

    /// The blocks of the phrases that share a phrase's bucket; without bytes where the index is damaged.
    BlockReader bucket(std::uint64_t hash) const noexcept {
        const auto number = static_cast<std::size_t>(summary.bucket_bits == 0 ? 0 : hash >> (64 - summary.bucket_bits));
        const std::uint64_t first = starts[number];
        const std::uint64_t last = starts[number + 1];
        // Asking for a byte that is not there gives a reader that has failed.
        if (first > last || last > blocks.size()) return BlockReader({}).part(1);
        return BlockReader(blocks.subspan(static_cast<std::size_t>(first), static_cast<std::size_t>(last - first)));
    }

    /// Moves to the phrase's entry, past its source words; false if there is none or the bytes are damaged.
    bool seek(std::span<const WordId> phrase, BlockReader& bucket_reader, BlockReader& entry) const noexcept {
        const std::uint64_t hash = phrase_hash(phrase);
        bucket_reader = bucket(hash);
        while (bucket_reader.ok() && bucket_reader.left() > 0) {
            // The size first, so that other phrases of the bucket (one to three) are stepped over undecoded.
            const std::uint64_t size = bucket_reader.number();
            const std::uint8_t tag = bucket_reader.byte();
            entry = bucket_reader.part(size);
            // 8 bits that the bucket does not share: 255 of 256 other phrases are told apart here, unread.
            if (tag != tag_of(hash) || entry.number() != phrase.size()) continue;
            if (std::ranges::all_of(phrase, [&entry](const WordId word) { return entry.number() == word; })) {
                return entry.ok();
            }
        }
        return false;
    }

    void decode(BlockReader& entry, std::size_t source_length, Arena& arena, std::vector<PhrasePair>& found,
                std::vector<PhraseCounts>* counts) const {
        const std::uint64_t size = entry.number();
        // A pair takes some bytes, so a size beyond the bytes is a fault and no reason to allocate.
        if (size > entry.left()) file.damaged("a phrase has more translations than bytes");
        for (std::uint64_t number = 0; number < size; ++number) {
            PhrasePair pair;
            PhraseCounts times;
            if (!decode_pair(codes, entry, source_length, target.size(), arena, pair, times)) {
                file.damaged("a translation is damaged");
            }
            found.push_back(pair);
            if (counts != nullptr && summary.counts != 0) counts->push_back(times);
        }
    }

    /// The next entry of the whole table, past its source words.
    bool step(std::uint64_t& place, BlockReader& entry, std::vector<WordId>& words) const {
        words.clear();
        if (place >= blocks.size()) return false;
        BlockReader reader(blocks.subspan(static_cast<std::size_t>(place)));
        const std::uint64_t size = reader.number();
        reader.byte();
        entry = reader.part(size);
        const std::uint64_t length = entry.number();
        if (!reader.ok() || length == 0 || length > kLongestPhrase) file.damaged("a phrase is damaged");
        for (std::uint64_t at = 0; at < length; ++at) {
            const std::uint64_t word = entry.number();
            if (word >= source.size()) file.damaged("a phrase is damaged");
            words.push_back(static_cast<WordId>(word));
        }
        place += reader.at();
        return true;
    }
};

PhraseTable PhraseTable::open(const std::filesystem::path& file) {
    PhraseTable table;
    table.tables_ = std::make_shared<const Tables>(
        ModelFile::open(file, kPhraseTableKind, kPhraseTableVersion, kOldestPhraseTable));
    return table;
}

const MappedVocabulary& PhraseTable::source_vocabulary() const noexcept { return tables_->source; }
const MappedVocabulary& PhraseTable::target_vocabulary() const noexcept { return tables_->target; }
std::size_t PhraseTable::longest_source_phrase() const noexcept { return tables_->summary.longest_source; }
bool PhraseTable::has_reordering() const noexcept { return tables_->summary.reordering != 0; }
bool PhraseTable::has_counts() const noexcept { return tables_->summary.counts != 0; }
bool PhraseTable::is_exact() const noexcept { return tables_->summary.exact != 0; }
std::uint64_t PhraseTable::source_phrases() const noexcept { return tables_->summary.source_phrases; }
std::uint64_t PhraseTable::pairs() const noexcept { return tables_->summary.pairs; }
void PhraseTable::verify() const { tables_->file.verify(); }

void PhraseTable::find(std::span<const WordId> source, Arena& arena, std::vector<PhrasePair>& found) const {
    BlockReader bucket({});
    BlockReader entry({});
    if (tables_->seek(source, bucket, entry)) {
        tables_->decode(entry, source.size(), arena, found, nullptr);
    } else if (!bucket.ok()) {
        tables_->file.damaged("a phrase is damaged");
    }
}

bool PhraseTable::contains(std::span<const WordId> source) const noexcept {
    BlockReader bucket({});
    BlockReader entry({});
    return tables_->seek(source, bucket, entry);
}

bool PhraseTable::next(std::uint64_t& place, Arena& arena, Entry& entry) const {
    entry.pairs.clear();
    entry.counts.clear();
    BlockReader reader({});
    if (!tables_->step(place, reader, entry.source)) return false;
    tables_->decode(reader, entry.source.size(), arena, entry.pairs, &entry.counts);
    return true;
}

bool PhraseTable::next_source(std::uint64_t& place, std::vector<WordId>& source) const {
    BlockReader reader({});
    return tables_->step(place, reader, source);
}

}  // namespace antecede
