// win_iocp: overlapped reads that come back through a completion port.
#include "benchmarks/shared/windows/depth_strategy.hpp"
#include "benchmarks/shared/windows/iocp_reader.hpp"

namespace readmark {

const Strategy& read_win_iocp() {
  using Iocp = WindowsDepthStrategy<IocpReader>;
  static const Iocp strategy("overlapped ReadFile(), depth reads in flight, by a completion port",
                             {order_knob(), flag_knob("direct")});
  return strategy;
}

}  // namespace readmark
