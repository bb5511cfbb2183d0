#pragma once

#include <nanobind/nanobind.h>

/// Adds upper envelopes, which tuning asks for, to the module.
void bind_tuning(nanobind::module_& module);
