#!/usr/bin/env bash
# turbo 2.11.11, nx 24.0.6, lage 2.17.0, pnpm 12.21.0 and yarn 4.18.1 (npm; 2026), beside npm, in a
# workspace of two packages, 2026-11-29.
#
# Guess: a task that no package has, as "tets" for "test" or after a script was renamed, ends with a code
# other than 0, as `npm run --workspaces` does. A package that does not exist ends so too.
# Behaviour: four of the five end with 0. For turbo and lage the name must only stand in their config.
# lage takes a name that stands nowhere beside one that does. pnpm says no to the script, and yes to a
# package that does not exist; nx says yes to both, and turbo to the script alone.
# Seen (exit code for a script that nobody has / for a package that does not exist):
#   npm 1 / 1    turbo 0 / 1    nx 0 / 0    lage 0 / 1    pnpm 1 / 0    yarn 0 / 0
#
# Why it matters: the gate of a monorepo is one such line, and it stays green when the last package has
# lost its test script. Read how many tasks were run, or a report that the run itself must write.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error --force turbo@2.11.11 nx@24.0.6 lage@2.17.0 pnpm@12.21.0 @yarnpkg/cli-dist@4.18.1 >/dev/null 2>&1
unset NODE_EXTRA_CA_CERTS
export NX_DAEMON=false NX_NO_CLOUD=true TURBO_TELEMETRY_DISABLED=1 YARN_ENABLE_TELEMETRY=0 YARN_ENABLE_IMMUTABLE_INSTALLS=false CI=1
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >package.json <<'JSON'
{ "name": "root", "version": "0.0.0", "private": true, "packageManager": "npm@11.0.0", "workspaces": ["p/*"] }
JSON
for name in a b; do
  mkdir -p "p/$name"
  echo "{ \"name\": \"$name\", \"version\": \"1.0.0\", \"scripts\": { \"test\": \"echo $name\" } }" >"p/$name/package.json"
done
echo '{ "tasks": { "test": {}, "tets": {} } }' >turbo.json
echo '{}' >nx.json
echo "module.exports = { npmClient: 'npm', pipeline: { test: [], tets: [] } };" >lage.config.js
printf 'node_modules\n.turbo\n.nx\n' >.gitignore
npm i --package-lock-only --no-audit --no-fund >/dev/null 2>&1
git init -q .
git add .
git -c user.name=t -c user.email=t@example.org commit -qm 1
for one in pnpm yarn; do
  mkdir "$one"
  cp -r p "$one"
  echo '{ "name": "root", "version": "0.0.0", "private": true, "workspaces": ["p/*"] }' >"$one/package.json"
done
printf 'packages:\n  - p/*\n' >pnpm/pnpm-workspace.yaml
touch yarn/yarn.lock
bin=$dir/node_modules/.bin
(cd yarn && "$bin/yarn" install >/dev/null)

code() { (cd "$1" && shift && "$@" >/dev/null 2>&1 </dev/null && echo 0) || echo "$?"; }
{
  echo "all have it: $(code . "$bin/turbo" run test) $(code . "$bin/nx" run-many -t test) $(code . "$bin/lage" test) $(code pnpm "$bin/pnpm" -r run test)"
  echo "npm: $(code . npm run tets --workspaces) $(code . npm run test --workspace nope)"
  echo "turbo: $(code . "$bin/turbo" run tets) $(code . "$bin/turbo" run test --filter=nope)"
  echo "nx: $(code . "$bin/nx" run-many -t tets) $(code . "$bin/nx" run-many -t test -p nope)"
  echo "lage: $(code . "$bin/lage" tets) $(code . "$bin/lage" test --to nope) $(code . "$bin/lage" test nowhere)"
  echo "pnpm: $(code pnpm "$bin/pnpm" -r run tets) $(code pnpm "$bin/pnpm" --filter nope run test)"
  echo "yarn: $(code yarn "$bin/yarn" workspaces foreach -A run tets) $(code yarn "$bin/yarn" workspaces foreach -A --include nope run test)"
} >seen
cat seen
is 'exit codes' "$(cat seen)" 'all have it: 0 0 0 0
npm: 1 1
turbo: 0 1
nx: 0 0
lage: 0 1 0
pnpm: 1 0
yarn: 0 0'
