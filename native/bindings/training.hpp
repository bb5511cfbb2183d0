#pragma once

#include <nanobind/nanobind.h>

/// Adds the training of phrase tables, the tables themselves, and Moses's text formats to the module.
void bind_training(nanobind::module_& module);
