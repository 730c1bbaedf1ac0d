// Ctrl-C and termination: first time asks to finish the row, second time to stop now.
#pragma once

namespace readmark::os {

/// SIGINT, SIGTERM, SIGHUP (Windows: console control events) are counted from now on instead of
/// ending the process.
void watch_interrupts();
int interrupts() noexcept;

}  // namespace readmark::os
