#!/usr/bin/env bash
# vite 8.3.8 with xstate 5.33.3 (npm; 2026), `vite build` of a library for Node, on Node 20.20, 2026-11-29.
#
# Guess: `vite build` is a production build, whatever NODE_ENV the shell or a test runner has set: its mode
# is "production", and the exports condition "development" of a package is for the dev server.
# Behaviour: the condition follows NODE_ENV and not the mode. Under NODE_ENV=test the development build of
# xstate is bundled, with its warnings; without NODE_ENV, or with "production", the other one.
# Seen:
#   none: 0 warnings; production: 0; test: 11; development: 11
# Source: https://vite.dev/guide/env-and-mode (NODE_ENV and modes), package.json of xstate (exports).
#
# Why it matters: a package that a test builds (vitest sets NODE_ENV=test) is not the one that is released.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
echo '{ "type": "module", "private": true }' >package.json
npm i --prefix . --no-audit --no-fund --loglevel=error vite@8.3.8 xstate@5.33.3 >/dev/null
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

echo "import { createActor, createMachine } from 'xstate'; export const actor = createActor(createMachine({ id: 'a' }));" >in.js
echo "export default { logLevel: 'warn', build: { ssr: 'in.js', minify: false }, ssr: { noExternal: true } };" >vite.config.js
warnings() {
  rm -rf dist
  env -u NODE_ENV ${1:+NODE_ENV=$1} node_modules/.bin/vite build >/dev/null 2>&1
  grep -c 'console.warn' dist/*.js || true
}
none=$(warnings '') production=$(warnings production) test=$(warnings test) development=$(warnings development)
echo "none: $none warnings; production: $production; test: $test; development: $development"
is 'without NODE_ENV' "$none" 0
is 'production' "$production" 0
is 'test' "$test" 11
is 'development' "$development" 11
