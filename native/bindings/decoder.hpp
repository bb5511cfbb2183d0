#pragma once

#include <nanobind/nanobind.h>

/// Adds the decoder to the module.
void bind_decoder(nanobind::module_& module);
