import { describe, expect, test } from 'vitest';
import { findRun, withoutRead } from '../../../../src/evidence/integrity/named-files.ts';

describe('the files that a line of a shell runs', () => {
  test.each<[string, readonly string[]]>([
    ['node scripts/check.js lib/x.js', ['scripts/check.js']],
    ['node --import ./setup.js scripts/check.js', ['scripts/check.js']],
    ['node scripts/check.js --check', ['scripts/check.js']],
    ['@node scripts/check.js', ['scripts/check.js']],
    ['sh -c "node scripts/check.js"', ['node', 'scripts/check.js']],
    ['deno run -A tools/check.ts', ['tools/check.ts']],
    ['ruby -rcsv -I lib tools/check.rb', ['tools/check.rb']],
    ['bash -eo pipefail tools/check.sh && python3 -W error tools/check.py', ['tools/check.sh', 'tools/check.py']],
    ['node \\\n  tools/check.js', ['tools/check.js']],
    ['python3 -m tools.check lib/x.py', ['tools/check.py', 'tools/check/__main__.py']],
    ['python3 -m py_compile lib/x.py', ['py_compile.py', 'py_compile/__main__.py']],
    ['eslint src/a.ts | tsc src/a.ts', []],
  ])('are found: %s', (line, files) => {
    expect(findRun(line)).toEqual(files);
  });

  test.each([
    ['node --check lib/x.js'],
    ['node -c lib/x.js'],
    ['node --import ./setup.js --check lib/x.js'],
    ['ruby -wc lib/x.rb'],
    ['perl -Ilib -c lib/x.pl'],
    ['php -d a=1 -l lib/x.php'],
    ['bash -n bin/x.sh'],
  ])('are none where it reads them: %s', (line) => {
    expect(findRun(line)).toEqual([]);
  });
});

describe('a text without the files that are only read', () => {
  test.each([
    ['node --check lib/x.js', 'node --check'],
    ['node --import ./setup.js -c lib/x.js; sh x.sh', 'node --import ./setup.js -c; sh x.sh'],
    ['bash -n bin/x.sh bin/y.sh', 'bash -n'],
    ['sh tools/all.sh && npx shellcheck -x bin/x.sh bin/y.bash', 'sh tools/all.sh &&npx shellcheck -x'],
    ['bash -e bin/x.sh -n', 'bash -e bin/x.sh -n'],
  ])('is made of %s', (text, rest) => {
    expect(withoutRead(text)).toBe(rest);
  });
});
