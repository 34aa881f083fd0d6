#!/usr/bin/env bash
# simple-git 4.0.2 (npm; 2026), raw(), over any git (seen with 2.39.5), 2026-11-28.
#
# Guess: a git command that ends with a code other than 0 rejects.
# Behaviour: it rejects only if git also wrote something to stderr. The commands that answer by their
# exit code alone write nothing, so "no" resolves to the same empty string as "yes".
# Seen (exit code of git / what raw() does):
#   merge-base --is-ancestor HEAD HEAD~1     1 / resolves to ""      (HEAD~1 HEAD: 0 / resolves to "")
#   diff --quiet, with a change              1 / resolves to ""
#   check-ignore -q a                        1 / resolves to ""
#   rev-parse --verify nope                  128 / rejects
# The page of the package describes an error plugin that may decide otherwise; its default is this.
#
# Why it matters: "is this commit contained in that branch", "is anything changed" and "is it ignored"
# are asked this way by release and check scripts, and every answer is yes. Ask for output (rev-list
# --count, status --porcelain), or install an error handler that looks at the code.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error simple-git@4.0.2 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >ask.mjs <<'JS'
import { simpleGit } from 'simple-git';
import { spawnSync } from 'node:child_process';
const git = simpleGit('repo');
for (const args of [
  ['merge-base', '--is-ancestor', 'HEAD~1', 'HEAD'],
  ['merge-base', '--is-ancestor', 'HEAD', 'HEAD~1'],
  ['diff', '--quiet'],
  ['check-ignore', '-q', 'a'],
  ['rev-parse', '--verify', 'nope'],
]) {
  const { status } = spawnSync('git', args, { cwd: 'repo' });
  const said = await git.raw(args).then((text) => `resolves to "${text}"`, () => 'rejects');
  console.log(`${args.join(' ')}: ${status}, ${said}`);
}
JS
git init -q -b main repo
for n in 1 2; do
  echo "$n" >repo/a
  git -C repo add a
  git -C repo -c user.name=t -c user.email=t@example.org commit -qm "$n"
done
echo 3 >repo/a

seen=$(node ask.mjs)
echo "$seen"
is 'the answers' "$seen" 'merge-base --is-ancestor HEAD~1 HEAD: 0, resolves to ""
merge-base --is-ancestor HEAD HEAD~1: 1, resolves to ""
diff --quiet: 1, resolves to ""
check-ignore -q a: 1, resolves to ""
rev-parse --verify nope: 128, rejects'
