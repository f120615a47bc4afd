#pragma once

#include "styles/style_entry.h"
