#pragma once

#include <nanobind/nanobind.h>

/// Adds the language model, and the errors of text and model files, to the module.
void bind_lm(nanobind::module_& module);
