#!/usr/bin/env bash
# smol-toml 1.9.1, @iarna/toml 3.0.0 and js-toml 2.0.1 (npm), a TOML file that is read and written again, 2026-11-30.
#
# Guess: the second file says what the first said; at most comments and spaces are lost.
# Behaviour: in all three 1.0 becomes 1, which is an integer, in lists too. smol-toml alone keeps the offset of a
# time, and loses the sign of -0.0; microseconds are cut to milliseconds by all. The 30th of February is the
# 2nd of March for two of three. An integer above 2^53 throws in one, and is kept by two.
# Seen (smol-toml / @iarna/toml / js-toml):
#   1.0                                  1 / 1 / 1
#   [0.5, 2.0]                           [ 0.5, 2 ] / [ 0.5, 2 ] / [0.5, 2]
#   1979-05-27T07:32:00.000001-07:00     …07:32:00.000-07:00 / …14:32:00.000Z / …14:32:00.000Z
#   2026-02-30                           2026-03-02 / 2026-03-02 / throws
#   9007199254740993                     throws / kept / kept
#
# Why it matters: a tool that sets one key of a Cargo, Codex or uv file makes a float setting an integer, and
# the program whose type is strict refuses its config. Edit TOML as text, or by a parser that keeps the tokens.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error smol-toml@1.9.1 @iarna/toml@3.0.0 js-toml@2.0.1 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import iarna from '@iarna/toml';
import * as js from 'js-toml';
import * as smol from 'smol-toml';
const ways = [(text) => smol.stringify(smol.parse(text)), (text) => iarna.stringify(iarna.parse(text)), (text) => js.dump(js.load(text))];
const values = ['1.0', '[0.5, 2.0]', '-0.0', '1979-05-27T07:32:00.000001-07:00', '2026-02-30', '9007199254740993'];
for (const value of values) {
  const said = ways.map((way) => {
    try {
      return way(`x = ${value}`).trim().replace(/^x = /, '');
    } catch {
      return 'throws';
    }
  });
  console.log(`${value}: ${said.join(' / ')}`);
}
JS
seen=$(node ask.mjs)
echo "$seen"
is 'values' "$seen" '1.0: 1 / 1 / 1
[0.5, 2.0]: [ 0.5, 2 ] / [ 0.5, 2 ] / [0.5, 2]
-0.0: 0 / -0.0 / -0.0
1979-05-27T07:32:00.000001-07:00: 1979-05-27T07:32:00.000-07:00 / 1979-05-27T14:32:00.000Z / 1979-05-27T14:32:00.000Z
2026-02-30: 2026-03-02 / 2026-03-02 / throws
9007199254740993: throws / 9_007_199_254_740_993 / 9007199254740993'
