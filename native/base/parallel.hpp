#pragma once

#include <cstddef>
#include <functional>

namespace antecede {

/// Called with how much is done, from 0 to 1; may throw to stop the work. Called only on the thread that started it,
/// since Python's signals and progress bars belong to that thread.
using ShareDone = std::function<void(double)>;

/// Runs tasks 0 to `tasks` - 1 on `threads` threads, the caller's among them, each task once, in no particular order.
/// The first exception stops what has not started and is thrown again here, after all threads have ended.
/// `task` is called by several threads at once. Threads are started for each call, so tasks should take milliseconds or
/// more.
void run_parallel(std::size_t threads, std::size_t tasks, const std::function<void(std::size_t)>& task,
                  const ShareDone& progress = {});

/// The part of `progress` from `first` to `last`.
ShareDone part_of(const ShareDone& progress, double first, double last);

}  // namespace antecede
