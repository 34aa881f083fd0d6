#!/usr/bin/env bash
# fast-json-patch 3.1.1, rfc6902 5.4.0 and just-diff-apply 5.5.0 (npm), 2026-11-29.
#
# Guess: as RFC 6902 says, a patch with an operation that fails leaves the document as it was, and the
# operation "test" guards the ones beside it.
# Behaviour: each of the three leaves what was done before. rfc6902 does not throw, but answers with a
# list in which the errors stand. just-diff-apply takes "test", and any word that it does not know, for
# done. fast-json-patch as it is by default sets what is to be replaced and is not there, and removes
# nothing in silence; with its third argument true these are errors.
# Seen on { a: 1 } (fast-json-patch / rfc6902 / just-diff-apply; each with the document then):
#   replace /a by 2, remove /nope     ok 2 / error in a list 2 / throws 2
#   replace /a by 2, test /a is 1     throws 2 / error in a list 2 / ok 2
#   replace /b by 2                   ok, and b is 2 / error in a list / throws
#   a word that is no operation       throws / error in a list / ok
#
# Why it matters: a patch of a state, a config or a plan that an agent sends is half in force after a
# refusal, or passes its own guard. Apply to a copy, look at the list, and keep the copy only if all is well.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm i --prefix . --no-audit --no-fund --loglevel=error fast-json-patch@3.1.1 rfc6902@5.4.0 just-diff-apply@5.5.0 >/dev/null
unset NODE_EXTRA_CA_CERTS
is() { [ "$2" = "$3" ] || { echo "changed: $1: \"$2\", was \"$3\""; exit 1; }; }

cat >patches.mjs <<'JS'
import fast from 'fast-json-patch';
import { diffApply, jsonPatchPathConverter } from 'just-diff-apply';
import { applyPatch } from 'rfc6902';
const libraries = [
  (to, patch) => void fast.applyPatch(to, patch),
  (to, patch) => applyPatch(to, patch).find(Boolean),
  (to, patch) => void diffApply(to, patch, jsonPatchPathConverter),
];
const set = { op: 'replace', path: '/a', value: 2 };
for (const patch of [
  [set, { op: 'remove', path: '/nope' }],
  [set, { op: 'test', path: '/a', value: 1 }],
  [{ op: 'replace', path: '/b', value: 2 }],
  [{ op: 'change', path: '/a', value: 2 }],
]) {
  const said = libraries.map((apply) => {
    const document = { a: 1 };
    let end = 'throws';
    try {
      end = apply(document, patch) ? 'an error in a list' : 'ok';
    } catch {}
    return `${end} ${JSON.stringify(document)}`;
  });
  console.log(said.join(' / '));
}
JS
seen=$(node patches.mjs)
echo "$seen"
is 'patches' "$seen" 'ok {"a":2} / an error in a list {"a":2} / throws {"a":2}
throws {"a":2} / an error in a list {"a":2} / ok {"a":2}
ok {"a":1,"b":2} / an error in a list {"a":1} / throws {"a":1}
throws {"a":1} / an error in a list {"a":1} / ok {"a":1}'
