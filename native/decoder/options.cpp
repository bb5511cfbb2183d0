#include "decoder/options.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

#include "base/hash.hpp"

namespace antecede {

namespace {

// What a thread may remember: 48 MiB of options, and states and steps of the language model that take some 20 MB more.
// Forgetting costs the time of a few sentences, until the frequent phrases are in again.
constexpr std::size_t kMostBytes = std::size_t{48} << 20;
constexpr std::size_t kMostSteps = std::size_t{1} << 18;
// Table limits to look at where a feature chooses among translations: rare forms of a pronoun, which the other scores
// put far down the list, must be among them.
constexpr std::size_t kWide = 10;

/// Sentence marks are not words, even if a text spells them: they would give the language model a false start or end.
WordId as_word(WordId word) noexcept { return word < kFirstWord ? kUnknown : word; }

}  // namespace

std::size_t OptionCache::KeyHash::operator()(const Key& key) const noexcept {
    std::uint64_t hash = key.words.size();
    for (const WordId word : key.words) hash = combine(hash, word);
    return static_cast<std::size_t>(mix(hash));
}

bool OptionCache::KeyEqual::operator()(const Key& a, const Key& b) const noexcept {
    return std::ranges::equal(a.words, b.words);
}

std::size_t OptionCache::TripleHash::operator()(const Triple& triple) const noexcept {
    std::uint64_t hash = 0;
    // Adding 0 turns -0 into 0: they are equal, so they must have the same hash.
    for (const float score : triple.scores) hash = combine(hash, std::bit_cast<std::uint32_t>(score + 0.0F));
    return static_cast<std::size_t>(mix(hash));
}

OptionCache::OptionCache(const Task& task) : task_(task), automaton_(task.models->language_model) {}

void OptionCache::tidy() {
    if (arena_.size() < kMostBytes && automaton_.size() < kMostSteps) return;
    arena_.clear();
    lists_.clear();
    wide_lists_.clear();
    classes_.clear();
    automaton_.clear();
}

const OptionList* OptionCache::find(std::span<const WordId> source, bool wide) {
    Lists& lists = wide ? wide_lists_ : lists_;
    if (const auto known = lists.find({source}); known != lists.end()) return known->second;
    table_arena_.clear();
    found_.clear();
    task_.models->phrases.find(source, table_arena_, found_);
    // Not remembered: most stretches of a text are not phrases, and they would fill the cache.
    if (found_.empty()) return nullptr;
    const bool reordering = task_.models->phrases.has_reordering();
    candidates_.clear();
    for (const PhrasePair& pair : found_) {
        candidates_.push_back(
            {pair.target, pair.alignment, pair.scores.data(), reordering ? pair.reordering.data() : nullptr, nullptr});
    }
    const WordMap& words = task_.models->target_to_lm;
    const std::size_t limit = std::min(task_.settings.table_limit * (wide ? kWide : 1), kMostTranslations);
    const auto numbers = [&words](WordId word) { return as_word(words[word]); };
    const OptionList* const list = make(candidates_, numbers, arena_, limit);
    lists.emplace(Key{arena_.keep(source)}, list);
    return list;
}

float OptionCache::fixed_score(const Candidate& candidate) const {
    const FeatureLayout& layout = task_.models->layout;
    float score = task_.weights[layout.phrase_penalty] -
                  task_.weights[layout.word_penalty] * static_cast<float>(candidate.target.size());
    if (candidate.translation_scores != nullptr) {
        for (std::size_t at = 0; at < kTranslationScores; ++at) {
            score += task_.weights[layout.translation + at] * log_or_floor(candidate.translation_scores[at]);
        }
    }
    if (candidate.extra != nullptr) {
        for (std::size_t at = 0; at < layout.size(); ++at) score += task_.weights[at] * candidate.extra[at];
    }
    return score;
}

template <typename LmWords>
void OptionCache::score_alone(Scored& scored, const LmWords& words, Arena& arena) const {
    const LanguageModel& model = task_.models->language_model;
    const auto target = scored.candidate->target;
    const std::span<WordId> lm_words = arena.take<WordId>(target.size());
    const std::span<float> alone = arena.take<float>(target.size() + 1);
    alone[0] = 0.0F;
    // Two states in turn, since a query may not overwrite the state it reads.
    std::array<LanguageModel::State, 2> states{model.empty(), model.empty()};
    for (std::size_t at = 0; at < target.size(); ++at) {
        lm_words[at] = words(target[at]);
        alone[at + 1] = alone[at] + sane_log10(model.score(states[at % 2], lm_words[at], states[(at + 1) % 2]));
    }
    scored.end = states[target.size() % 2];
    scored.lm_words = lm_words.data();
    scored.alone = alone.data();
    scored.estimate = scored.fixed + task_.lm_weight * alone[target.size()];
}

Translation OptionCache::finish(const Scored& scored, Arena& arena) {
    const Candidate& candidate = *scored.candidate;
    const std::size_t length = candidate.target.size();
    Translation made{};
    made.target = arena.keep(candidate.target);
    made.alignment = arena.keep(candidate.alignment);
    made.lm_words = arena.keep(std::span(scored.lm_words, length)).data();
    made.alone = arena.keep(std::span(scored.alone, length + 1)).data();
    made.fixed = scored.fixed;
    made.estimate = scored.estimate;
    made.end_state = automaton_.number_of(scored.end);
    made.extra = candidate.extra;
    if (candidate.translation_scores != nullptr) {
        const auto scores = arena.keep(std::span(candidate.translation_scores, kTranslationScores));
        made.translation_scores = scores.data();
    }
    if (candidate.reordering != nullptr) {
        made.reordering = arena.keep(std::span(candidate.reordering, kReorderingScores)).data();
        for (std::size_t at = 0; at < kOrientations; ++at) {
            made.before[at] = task_.reordering_weights[at] * log_or_floor(candidate.reordering[at]);
            made.after[at] =
                task_.reordering_weights[kOrientations + at] * log_or_floor(candidate.reordering[kOrientations + at]);
        }
        const Triple after{made.after};
        // Equal scores towards the next phrase get equal classes, so that hypotheses are compared by one number. All
        // zeros are class 0, that of options without reordering scores.
        if (after != Triple{}) {
            made.after_class = classes_.emplace(after, static_cast<std::uint32_t>(classes_.size() + 1)).first->second;
        }
    }
    return made;
}

template <typename LmWords>
const OptionList* OptionCache::make(std::span<const Candidate> candidates, const LmWords& words, Arena& arena,
                                    std::size_t limit) {
    scratch_.clear();
    scored_.clear();
    for (const Candidate& candidate : candidates) {
        scored_.push_back({&candidate, fixed_score(candidate), 0.0F, nullptr, nullptr, {}});
    }
    const auto better = [](const Scored& a, const Scored& b) { return a.estimate > b.estimate; };
    if (task_.lm_weight >= 0.0F && scored_.size() > limit) {
        // A language model only takes away: once `limit` candidates stand above a candidate's score without it, none
        // of those that follow can enter. Common words have thousands of translations, of which few are looked at.
        std::ranges::stable_sort(scored_, [](const Scored& a, const Scored& b) { return a.fixed > b.fixed; });
        std::size_t kept = 0;
        for (std::size_t at = 0; at < scored_.size(); ++at) {
            if (kept == limit && scored_[at].fixed <= scored_[kept - 1].estimate) break;
            Scored current = scored_[at];
            score_alone(current, words, scratch_);
            if (kept == limit && !better(current, scored_[kept - 1])) continue;
            const auto begin = scored_.begin();
            const auto end = begin + static_cast<std::ptrdiff_t>(kept);
            const auto place = std::upper_bound(begin, end, current, better);
            if (kept < limit) ++kept;
            std::move_backward(place, begin + static_cast<std::ptrdiff_t>(kept) - 1,
                               begin + static_cast<std::ptrdiff_t>(kept));
            *place = current;
        }
        scored_.resize(kept);
    } else {
        for (Scored& scored : scored_) score_alone(scored, words, scratch_);
        std::ranges::stable_sort(scored_, better);
        scored_.resize(std::min(limit, scored_.size()));
    }
    const std::span<Translation> made = arena.take<Translation>(scored_.size());
    for (std::size_t at = 0; at < scored_.size(); ++at) made[at] = finish(scored_[at], arena);
    return index(made, arena);
}

const OptionList* OptionCache::index(std::span<const Translation> translations, Arena& arena) {
    OptionList& list = arena.take<OptionList>(1)[0];
    list.translations = translations;
    list.best_estimate = -std::numeric_limits<float>::infinity();
    for (const Translation& translation : translations) {
        list.best_estimate = std::max(list.best_estimate, translation.estimate);
    }
    for (std::size_t orientation = 0; orientation < kOrientations; ++orientation) {
        const std::span<std::uint16_t> order = arena.take<std::uint16_t>(translations.size());
        std::iota(order.begin(), order.end(), std::uint16_t{0});
        const auto score = [&](std::uint16_t at) {
            return translations[at].estimate + translations[at].before[orientation];
        };
        // Stable, here and elsewhere: ties are settled by the table's order, the same on every run.
        std::ranges::stable_sort(order, [&](std::uint16_t a, std::uint16_t b) { return score(a) > score(b); });
        list.order[orientation] = order.data();
        list.best[orientation] = score(order[0]);
    }
    return &list;
}

void SentenceOptions::collect(const Request& request, std::span<SentenceFeature* const> features, OptionCache& cache) {
    check(request);
    arena_.clear();
    own_words_.clear();
    own_lm_words_.clear();
    own_numbers_.clear();
    size_ = request.words.size();
    const PhraseTable& table = task_.models->phrases;
    const std::size_t longest_in_table = std::min(std::max<std::size_t>(table.longest_source_phrase(), 1), kWindow);
    longest_ = longest_in_table;
    for (const GivenOption& option : request.options) longest_ = std::max(longest_, option.last - option.first + 1);
    lists_.assign(size_ * longest_, nullptr);
    source_.clear();
    for (const std::string& word : request.words) source_.push_back(table.source_vocabulary().find(word));
    const std::span<const WordId> source(source_);
    for (std::size_t first = 0; first < size_; ++first) {
        for (std::size_t length = 1; length <= std::min(longest_in_table, size_ - first); ++length) {
            const std::size_t last = first + length - 1;
            // No longer phrase can do without that word.
            if (source_[last] == kUnknown || exclusive_[last] != 0) break;
            const bool wide = std::ranges::any_of(features, [&](const SentenceFeature* feature) {
                return feature != nullptr && feature->chooses(first, last);
            });
            at(first, length) = cache.find(source.subspan(first, length), wide);
        }
    }
    // In this order: the back-off table stands in for the main one, given options join both, and only a word that still
    // has nothing of its own is passed through as unknown.
    for (std::size_t position = 0; position < size_; ++position) {
        if (exclusive_[position] == 0 && at(position, 1) == nullptr) {
            add_backoff(position, request.words[position], cache);
        }
    }
    add_given(request, cache);
    for (std::size_t position = 0; position < size_; ++position) {
        if (exclusive_[position] == 0 && at(position, 1) == nullptr) {
            add_unknown(position, request.words[position], cache);
        }
    }
    apply_features(features);
    estimate_future();
}

void SentenceOptions::check(const Request& request) {
    const std::size_t size = request.words.size();
    if (size > kLongestSentence) {
        throw BadSettings("a sentence of " + std::to_string(size) + " words is too long; the longest has " +
                          std::to_string(kLongestSentence));
    }
    if (request.options.size() > kMostTranslations) throw BadSettings("too many options are given for a sentence");
    exclusive_.assign(size, 0);
    for (std::size_t number = 0; number < request.options.size(); ++number) {
        const GivenOption& option = request.options[number];
        const std::string place =
            "the option for words " + std::to_string(option.first) + " to " + std::to_string(option.last);
        if (option.first > option.last || option.last >= size) {
            throw BadSettings(place + " lies outside a sentence of " + std::to_string(size) + " words");
        }
        if (option.last - option.first >= kWindow) throw BadSettings(place + " covers more than 64 words");
        if (option.target.size() > kLongestSentence) throw BadSettings(place + " is too long");
        for (const Link& link : option.alignment) {
            if (link.source < 0 || link.target < 0 ||
                static_cast<std::size_t>(link.source) > option.last - option.first ||
                static_cast<std::size_t>(link.target) >= option.target.size()) {
                throw BadSettings(place + " has an alignment that points outside of it");
            }
        }
        for (const auto& [name, values] : option.scores) {
            const FeatureSlot& slot = task_.models->layout.find(name);
            if (!std::ranges::count(task_.models->given_features, name)) {
                throw BadSettings(place + " may not score " + name + ", which the decoder computes");
            }
            // The bound of weights, too. False for what is not a number.
            const auto usable = [](double value) { return std::abs(value) <= 1e6; };
            if (values.size() != slot.size || !std::ranges::all_of(values, usable)) {
                throw BadSettings(place + " needs " + std::to_string(slot.size) + " finite values for " + name);
            }
        }
        if (!option.exclusive) continue;
        for (std::size_t position = option.first; position <= option.last; ++position) {
            const std::uint32_t other = exclusive_[position];
            if (other != 0 &&
                (request.options[other - 1].first != option.first || request.options[other - 1].last != option.last)) {
                throw BadSettings(place + " and another one overlap, and both are exclusive");
            }
            if (other == 0) exclusive_[position] = static_cast<std::uint32_t>(number + 1);
        }
    }
}

void SentenceOptions::add_given(const Request& request, OptionCache& cache) {
    // One list for each span, and nothing of it is cut by the table's limit.
    std::map<std::pair<std::size_t, std::size_t>, std::vector<Candidate>> by_span;
    for (const GivenOption& option : request.options) {
        const std::uint32_t claim = exclusive_[option.first];
        const bool same_span = claim != 0 && request.options[claim - 1].first == option.first &&
                               request.options[claim - 1].last == option.last;
        const auto begin = exclusive_.begin() + static_cast<std::ptrdiff_t>(option.first);
        const auto end = exclusive_.begin() + static_cast<std::ptrdiff_t>(option.last) + 1;
        // Options that compete with another one's exclusive words are dropped, as the table's are.
        if (!same_span && std::any_of(begin, end, [](std::uint32_t owner) { return owner != 0; })) continue;
        Candidate candidate;
        candidate.target = numbers_of(option.target);
        candidate.alignment = arena_.keep(std::span<const Link>(option.alignment));
        const std::span<float> extra = arena_.take<float>(task_.models->layout.size());
        std::ranges::fill(extra, 0.0F);
        for (const auto& [name, values] : option.scores) {
            const std::size_t offset = task_.models->layout.find(name).offset;
            for (std::size_t value = 0; value < values.size(); ++value) {
                extra[offset + value] = static_cast<float>(values[value]);
            }
        }
        candidate.extra = extra.data();
        by_span[{option.first, option.last - option.first + 1}].push_back(candidate);
    }
    for (const auto& [span, candidates] : by_span) {
        std::vector<Translation> all;
        if (const OptionList* const known = at(span.first, span.second); known != nullptr) {
            all.assign(known->translations.begin(), known->translations.end());
        }
        for (const Candidate& candidate : candidates) {
            const OptionList* const made = scored(std::span(&candidate, 1), cache);
            all.push_back(made->translations[0]);
        }
        at(span.first, span.second) = OptionCache::index(arena_.keep(std::span<const Translation>(all)), arena_);
    }
}

void SentenceOptions::add_backoff(std::size_t position, const std::string& word, OptionCache& cache) {
    if (!task_.models->backoff) return;
    const auto found = task_.models->backoff->entries.find(word);
    if (found == task_.models->backoff->entries.end()) return;
    std::vector<Candidate> candidates;
    for (const BackoffTable::Entry& entry : found->second) {
        Candidate candidate;
        candidate.target = numbers_of(entry.target);
        std::vector<Link> links;
        for (const Link& link : entry.alignment) {
            const bool inside =
                link.source == 0 && link.target >= 0 && static_cast<std::size_t>(link.target) < entry.target.size();
            if (inside) links.push_back(link);
        }
        candidate.alignment = arena_.keep(std::span<const Link>(links));
        const std::span<float> extra = arena_.take<float>(task_.models->layout.size());
        std::ranges::fill(extra, 0.0F);
        for (std::size_t at = 0; at < entry.scores.size(); ++at) {
            extra[task_.models->backoff_offset + at] = log_or_floor(static_cast<float>(entry.scores[at]));
        }
        candidate.extra = extra.data();
        candidates.push_back(candidate);
    }
    if (!candidates.empty()) at(position, 1) = scored(candidates, cache);
}

void SentenceOptions::add_unknown(std::size_t position, const std::string& word, OptionCache& cache) {
    static constexpr Link kItself{0, 0};
    Candidate candidate;
    candidate.target = numbers_of(std::span(&word, 1));
    candidate.alignment = std::span(&kItself, 1);
    const std::span<float> extra = arena_.take<float>(task_.models->layout.size());
    std::ranges::fill(extra, 0.0F);
    extra[task_.models->layout.unknown_word] = kUnknownWordScore;
    candidate.extra = extra.data();
    at(position, 1) = scored(std::span(&candidate, 1), cache);
}

const OptionList* SentenceOptions::scored(std::span<const Candidate> candidates, OptionCache& cache) {
    const auto numbers = [this](WordId word) { return lm_number(word); };
    return cache.make(candidates, numbers, arena_, task_.settings.table_limit);
}

void SentenceOptions::apply_features(std::span<SentenceFeature* const> features) {
    if (std::ranges::all_of(features, [](const SentenceFeature* feature) { return feature == nullptr; })) return;
    std::vector<float> scores;
    for (std::size_t first = 0; first < size_; ++first) {
        for (std::size_t length = 1; length <= std::min(longest_, size_ - first); ++length) {
            const OptionList*& list = at(first, length);
            if (list == nullptr) continue;
            // The cached list is shared by sentences; estimates are this sentence's.
            const std::span<Translation> copies = arena_.take<Translation>(list->translations.size());
            std::ranges::copy(list->translations, copies.begin());
            for (Translation& copy : copies) {
                const OptionView view{first, first + length - 1, copy.target, copy.alignment};
                for (std::size_t number = 0; number < features.size(); ++number) {
                    if (features[number] == nullptr) continue;
                    scores.assign(task_.models->features[number]->values(), 0.0F);
                    features[number]->estimate(view, scores);
                    for (std::size_t at = 0; at < scores.size(); ++at) {
                        copy.estimate += task_.weights[task_.models->feature_offsets[number] + at] * scores[at];
                    }
                }
            }
            list = OptionCache::index(within_limit(copies), arena_);
        }
    }
}

/// The best of the table's translations, no more than the table limit, and all others: they were given or are all
/// there is.
std::span<const Translation> SentenceOptions::within_limit(std::span<Translation> translations) const {
    const auto others = std::ranges::stable_partition(
        translations, [](const Translation& translation) { return translation.translation_scores == nullptr; });
    std::ranges::stable_sort(others, std::greater<>(), &Translation::estimate);
    const std::size_t given = translations.size() - others.size();
    return translations.first(given + std::min(others.size(), task_.settings.table_limit));
}

void SentenceOptions::estimate_future() {
    constexpr float kImpossible = -std::numeric_limits<float>::infinity();
    // Words that are left out lie between the first gap and the last word translated: within the distortion limit.
    const int limit = task_.settings.distortion_limit;
    window_ = (limit < 0 ? kWindow : std::min(static_cast<std::size_t>(limit) + 1, kWindow)) + 1;
    // All spans would take quadratic time and memory; a search asks only for holes within the window and for tails.
    tail_.assign(size_ + 1, kImpossible);
    near_.assign((size_ + 1) * window_, kImpossible);
    tail_[size_] = 0.0F;
    near_[size_ * window_] = 0.0F;
    for (std::size_t first = size_; first-- > 0;) {
        float* const row = &near_[first * window_];
        row[0] = 0.0F;
        for (std::size_t length = 1; length <= std::min(longest_, size_ - first); ++length) {
            const OptionList* const options = list(first, length);
            if (options == nullptr) continue;
            const float score = options->best_estimate;
            tail_[first] = std::max(tail_[first], score + tail_[first + length]);
            const float* const rest = &near_[(first + length) * window_];
            for (std::size_t reach = length; reach < window_; ++reach) {
                row[reach] = std::max(row[reach], score + rest[reach - length]);
            }
        }
    }
}

std::string_view SentenceOptions::word(WordId id) const noexcept {
    const MappedVocabulary& words = task_.models->phrases.target_vocabulary();
    if (id < words.size()) return words.word(id);
    return id - words.size() < own_words_.size() ? std::string_view(own_words_[id - words.size()]) : std::string_view();
}

WordId SentenceOptions::number_of(const std::string& target_word) {
    const MappedVocabulary& words = task_.models->phrases.target_vocabulary();
    const WordId known = words.find(target_word);
    if (known >= kFirstWord) return known;
    // Numbers after the vocabulary's last: valid for this sentence only.
    const auto [place, added] =
        own_numbers_.emplace(target_word, static_cast<WordId>(words.size() + own_words_.size()));
    if (added) {
        own_words_.push_back(target_word);
        own_lm_words_.push_back(as_word(task_.models->language_model.vocabulary().find(target_word)));
    }
    return place->second;
}

WordId SentenceOptions::lm_number(WordId word) const {
    const std::size_t known = task_.models->phrases.target_vocabulary().size();
    return word < known ? as_word(task_.models->target_to_lm[word]) : own_lm_words_[word - known];
}

std::span<const WordId> SentenceOptions::numbers_of(std::span<const std::string> target) {
    const std::span<WordId> numbers = arena_.take<WordId>(target.size());
    for (std::size_t at = 0; at < target.size(); ++at) numbers[at] = number_of(target[at]);
    return numbers;
}

}  // namespace antecede
