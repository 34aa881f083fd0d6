#!/usr/bin/env bash
# perfect-debounce 2.1.0 (npm), beside p-debounce 5.1.1, under Node 26.10.0, 2026-11-29.
#
# Guess: a call that comes while the one before runs is answered with its own result, or with that of a
# later one; an error goes to the callers.
# Behaviour: it is answered with the result of the call that runs, of other arguments, which began before
# it. The function is called for it afterwards, and nobody gets that result: if it fails then, the error is
# an unhandled rejection, which ends a process.
# Seen, save(1), and save(2) while that runs:
#   perfect-debounce    answers 1 and 1; calls 1, 2       save(2) fails: answers 1 and 1, unhandled error
#   p-debounce          answers 1 and 2; calls 1, 2       save(2) fails: answers 1 and an error
#
# Why it matters: this is how files are saved and checks run after an edit. "It is saved" or "the check is
# green" is then said of the text before the last edit, and the failure of the last one comes from nowhere.
# Ask again after the answer, or compare what was checked with what is there.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --force perfect-debounce@2.1.0 p-debounce@5.1.1 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS NODE_OPTIONS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >save.mjs <<'JS'
import { setTimeout as wait } from 'node:timers/promises';
import pDebounce from 'p-debounce';
import { debounce } from 'perfect-debounce';
let unhandled = 0;
process.on('unhandledRejection', () => { unhandled += 1; });
for (const [name, make] of [['perfect-debounce', debounce], ['p-debounce', pDebounce]])
  for (const fails of [false, true]) {
    const calls = [];
    unhandled = 0;
    const save = make(async (edit) => {
      calls.push(edit);
      await wait(200);
      if (fails && edit === 2) throw new Error('not saved');
      return edit;
    }, 20);
    const first = save(1);
    while (calls.length === 0) await wait(5);
    const answers = await Promise.all([first, save(2)].map((each) => each.catch(() => 'error')));
    await wait(500);
    console.log(`${name}: answers ${answers}; calls ${calls}; unhandled ${unhandled}`);
  }
JS
seen=$(node_modules/.bin/node save.mjs)
echo "$seen"
is 'answers' "$seen" 'perfect-debounce: answers 1,1; calls 1,2; unhandled 0
perfect-debounce: answers 1,1; calls 1,2; unhandled 2
p-debounce: answers 1,2; calls 1,2; unhandled 0
p-debounce: answers 1,error; calls 1,2; unhandled 0'
