#!/usr/bin/env bash
# croner 11.0.0, cron-parser 5.10.6 and cron 4.4.0 (npm; 2026), in the zone Europe/Berlin,
# where 2026-03-29 has no 02:00 to 03:00 and 2026-10-25 has it twice, 2026-11-29.
#
# Guess: for a time that a day does not have, the three do the same: run once, when the clock has jumped.
# A time that a day has twice is run once. "Every two hours" runs when the hour of the clock is even.
# Behaviour: in spring "30 2 * * *" runs at 03:00 for two and at 03:30 for one. With "*/30 2 * * *" one
# runs twice, one once, and croner not at all on that day. In autumn croner runs "0 */2 * * *" at both
# 02:00, an hour apart; the others leave three hours between two runs.
# Seen (UTC; croner / cron-parser / cron):
#   30 2 * * *, 29 March:       01:00 / 01:30 / 01:00
#   */30 2 * * *, 29 March:     never / 01:00 and 01:30 / 01:00
#   0 */2 * * *, 25 October:    00:00 and 01:00 / 00:00 / 00:00, then 03:00 for all
#
# Why it matters: a nightly run of an agent or of a suite is twice, or missing, once a year, and moving a
# schedule from one library to another changes which. Keep such times out of the hours 02 and 03, or in
# UTC, and let what is started so stand a second start.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error croner@11.0.0 cron-parser@5.10.6 cron@4.4.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >next.mjs <<'JS'
import { CronTime } from 'cron';
import { CronExpressionParser } from 'cron-parser';
import { Cron } from 'croner';
const zone = 'Europe/Berlin';
const times = Array.from({ length: 6 });
const libraries = {
  croner: (cron, from) => new Cron(cron, { timezone: zone, paused: true }).nextRuns(times.length, from),
  'cron-parser': (cron, from) => {
    const parsed = CronExpressionParser.parse(cron, { tz: zone, currentDate: from });
    return times.map(() => parsed.next().toDate());
  },
  cron: (cron, from) => {
    const time = new CronTime(cron, zone);
    return times.map(() => (from = time.getNextDateFrom(from, zone).toJSDate()));
  },
};
for (const [cron, start, end] of [
  ['30 2 * * *', '2026-03-28T12:00Z', '2026-03-29T12:00Z'],
  ['*/30 2 * * *', '2026-03-28T12:00Z', '2026-03-29T12:00Z'],
  ['0 */2 * * *', '2026-10-24T23:00Z', '2026-10-25T04:00Z'],
])
  for (const [name, next] of Object.entries(libraries)) {
    const runs = next(cron, new Date(start)).filter((run) => run < new Date(end));
    console.log(`${cron}  ${name}: ${runs.map((run) => run.toISOString().slice(11, 16)).join(' ')}`);
  }
JS

seen=$(node next.mjs)
echo "$seen"
is 'runs' "$seen" '30 2 * * *  croner: 01:00
30 2 * * *  cron-parser: 01:30
30 2 * * *  cron: 01:00
*/30 2 * * *  croner: 
*/30 2 * * *  cron-parser: 01:00 01:30
*/30 2 * * *  cron: 01:00
0 */2 * * *  croner: 00:00 01:00 03:00
0 */2 * * *  cron-parser: 00:00 03:00
0 */2 * * *  cron: 00:00 03:00'
