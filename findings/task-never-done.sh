#!/usr/bin/env bash
# grunt 1.6.3, jake 13.0.3, hereby 1.15.2 and gulp 5.0.1, packages of npm, on Node 26.10.0, 2026-11-30.
#
# Guess: a task that never says that it is done (a callback that is not called, a promise that stays
# open) hangs, or the run fails. What depends on it did not happen, so the exit code is not 0.
# Behaviour: when nothing is left to wait for, Node ends the process, and three of the four end with 0. The
# tasks behind it never began, and no line says so. gulp alone looks at its tasks when the process ends.
# Seen, a task "never" and a task "after" that runs behind it:
#   grunt 0    jake 0    hereby 0    gulp 1 (The following tasks did not complete)
# In none of them "after" ran. Node itself ends with 13 for an await at the top of a module, but not for a
# promise that a library holds.
#
# Why it matters: the second task is the test run, and the first is a build or a server that was closed
# before it answered. The line of the gate is green, and no test ran. Let the last task leave a mark (a
# report of this run), and ask for it.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error grunt@1.6.3 jake@13.0.3 hereby@1.15.2 gulp@5.0.1 node@26.10.0 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

export PATH="$dir/node_modules/.bin:$PATH"
mkdir work
cd work
cat >Gruntfile.js <<'JS'
module.exports = (grunt) => {
  grunt.registerTask('never', function () {
    this.async();
  });
  grunt.registerTask('after', () => console.log('after ran'));
  grunt.registerTask('default', ['never', 'after']);
};
JS
cat >Jakefile.js <<'JS'
task('never', () => new Promise(() => {}));
task('default', ['never'], () => console.log('after ran'));
JS
cat >Herebyfile.mjs <<'JS'
import { task } from 'hereby';
const never = task({ name: 'never', run: () => new Promise(() => {}) });
export default task({ name: 'default', dependencies: [never], run: () => console.log('after ran') });
JS
cat >gulpfile.js <<'JS'
const after = (done) => {
  console.log('after ran');
  done();
};
exports.default = require('gulp').series(function never() {}, after);
JS
for tool in grunt jake hereby gulp; do
  code=0
  "$tool" >said 2>&1 </dev/null || code=$?
  echo "$tool $code$(grep -q 'after ran' said && echo ', after ran')$(grep -oE 'did not complete' said | sed 's/^/, /')"
done >../seen
cat ../seen
is 'exit codes' "$(cat ../seen)" 'grunt 0
jake 0
hereby 0
gulp 1, did not complete'
