#!/usr/bin/env bash
# Instructions per tick of the guard, for each implementation, in the stock
# release profile. Needs valgrind. Exact: two runs give the same numbers.
set -euo pipefail
cd "$(dirname "$0")/.."
binary=$(CARGO_PROFILE_BENCH_DEBUG=line-tables-only cargo bench -q --bench count --no-run --message-format=json |
    python3 -c 'import json,sys; print([m["executable"] for m in map(json.loads, sys.stdin) if m.get("executable")][-1])')
ticks=2400
for pair in bt:WithBt bt-agent:WithAgent hand:ByHand hand-agent:ByHandAgent dyn-shared:DynShared dyn-owned:DynOwned enum:AsEnum; do
    which=${pair%%:*} type=${pair##*:}
    count=$(valgrind --tool=callgrind --callgrind-out-file=/dev/null --collect-atstart=no \
        --toggle-collect="*guards::${type} as*Steers*tick*" "$binary" "$which" 2>&1 | sed -n 's/.*Collected : //p')
    awk -v w="$which" -v c="$count" -v t="$ticks" 'BEGIN { printf "%-12s %8.2f instructions per tick\n", w, c / t }'
done
