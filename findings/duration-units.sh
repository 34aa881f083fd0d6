#!/usr/bin/env bash
# ms 2.1.3, parse-duration 2.1.9, itty-time 2.0.2, timestring 7.0.0 and iso8601-duration 2.1.4,
# packages of npm, 2026-11-29.
#
# Guess: what a library does not understand is no number, and what it understands is the same for all.
# Behaviour: itty-time drops a unit that it does not know, and with it the factor: "30 sec" is 30 ms.
# parse-duration takes what it finds and drops the rest: "01:30:00" is a millisecond, "5m ago" is five
# minutes ahead. Two of them drop a sign: "1h -30m" is longer than an hour. A number without a unit that
# follows another one is of the next smaller unit for one, and dropped by the other.
# Seen in ms (ms / parse-duration / itty-time / timestring; - is no number):
#   30 sec     30000 / 30000 / 30 / 30000              1 h        3600000 / 3600000 / 1 / 3600000
#   01:30:00   - / 1.03 / - / -                        5m ago     - / 300000 / - / -
#   1h -30m    - / 5400000 / - / 5400000               -5m        -300000 / -300000 / - / 300000
#   1d12       - / 129600000 / - / 86400000            1M         60000 / 60000 / - / 60000
#   iso8601-duration: -PT5M is 5 minutes, PT1S1M is 1 second
#
# Why it matters: a time limit that is 30 ms ends every run of an agent or a suite at once. Refuse what
# does not match one form of your own before it is parsed.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --ignore-scripts ms@2.1.3 parse-duration@2.1.9 itty-time@2.0.2 timestring@7.0.0 iso8601-duration@2.1.4 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >durations.mjs <<'JS'
import { parse } from 'iso8601-duration';
import { ms as itty } from 'itty-time';
import ms from 'ms';
import parseDuration from 'parse-duration';
import timestring from 'timestring';
const number = (read, text) => {
  try {
    return Number.isFinite(read(text)) ? read(text) : '-';
  } catch {
    return '-';
  }
};
for (const text of ['30 sec', '1 h', '01:30:00', '5m ago', '1h -30m', '-5m', '1d12', '1M']) {
  const read = [ms, parseDuration, itty, (text) => timestring(text, 'ms')];
  console.log(`${text}: ${read.map((one) => number(one, text)).join(' / ')}`);
}
for (const text of ['-PT5M', 'PT1S1M']) {
  const { minutes, seconds } = parse(text);
  console.log(`${text}: ${minutes} minutes, ${seconds} seconds`);
}
JS
seen=$(node durations.mjs)
echo "$seen"
is 'durations' "$seen" '30 sec: 30000 / 30000 / 30 / 30000
1 h: 3600000 / 3600000 / 1 / 3600000
01:30:00: - / 1.03 / - / -
5m ago: - / 300000 / - / -
1h -30m: - / 5400000 / - / 5400000
-5m: -300000 / -300000 / - / 300000
1d12: - / 129600000 / - / 86400000
1M: 60000 / 60000 / - / 60000
-PT5M: 5 minutes, 0 seconds
PT1S1M: 0 minutes, 1 seconds'
