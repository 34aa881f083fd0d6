#!/usr/bin/env bash
# @semantic-release/commit-analyzer 13.0.1 with its own preset and with conventional-changelog-conventionalcommits
# 10.4.1, and changelogen 0.6.2 (npm), the release that a commit asks for, 2026-11-30.
#
# Guess: three readers of Conventional Commits agree: "!" and a footer BREAKING CHANGE are major, prose is not.
# Behaviour: a sentence of the body that is wrapped before "breaking change" is a major release for two, in any
# case of letters and without a colon. changelogen takes one in the middle of a sentence, if it is in capitals
# with a colon. "feat!" is no release at all by the preset that semantic-release has by default. A revert of a
# feature is a minor release for changelogen.
# Seen (by default / conventionalcommits / changelogen):
#   feat!: a                                               none major major
#   fix: a + "It is not a" + "breaking change for users."  major major patch
#   fix: a + "It holds no BREAKING CHANGE: none."          patch patch major
#   fix: a + "BREAKING-CHANGE: b"                          patch major patch
#   Revert "feat: a"                                       patch patch minor
#
# Why it matters: agents write long bodies, and wrap them, so the words that deny a break publish one. Set the
# preset, and keep the two words out of bodies by a check.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error @semantic-release/commit-analyzer@13.0.1 conventional-changelog-conventionalcommits@10.4.1 changelogen@0.6.2 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

git init -q -b main .
git -c user.name=t -c user.email=t@example.org commit -q --allow-empty -m first
cat >ask.mjs <<'JS'
import { analyzeCommits } from '@semantic-release/commit-analyzer';
import { determineSemverChange, loadChangelogConfig, parseCommits } from 'changelogen';
const config = await loadChangelogConfig(process.cwd());
const messages = [
  ['fix: a'],
  ['feat!: a'],
  ['fix: a', 'It is not a', 'breaking change for users.'],
  ['fix: a', 'It holds no BREAKING CHANGE: none.'],
  ['fix: a', 'BREAKING-CHANGE: b'],
  ['Revert "feat: a"', 'This reverts commit 1234567.'],
];
const author = { name: 't', email: 't@example.org' };
for (const [subject, ...body] of messages) {
  const message = [subject, '', ...body].join('\n').trim();
  const analyze = (options) => analyzeCommits(options, { commits: [{ hash: '1', message }], cwd: process.cwd(), logger: { log() {} } });
  const commits = parseCommits([{ message: subject, body: body.join('\n'), shortHash: '1', author }], config);
  const said = [await analyze({}), await analyze({ preset: 'conventionalcommits' }), determineSemverChange(commits, config)];
  console.log(`${[subject, ...body].join(' / ')} -> ${said.map((each) => each ?? 'none').join(' ')}`);
}
JS
seen=$(node ask.mjs 2>/dev/null)
echo "$seen"
is 'releases' "$seen" 'fix: a -> patch patch patch
feat!: a -> none major major
fix: a / It is not a / breaking change for users. -> major major patch
fix: a / It holds no BREAKING CHANGE: none. -> patch patch major
fix: a / BREAKING-CHANGE: b -> patch major patch
Revert "feat: a" / This reverts commit 1234567. -> patch patch minor'
