import { describe, expect, test } from 'vitest';
import { findingsOfMutationCheck } from '../../../../src/evidence/mutation-check/mutation-report.ts';
import { describeReach, percentReached } from '../../../../src/evidence/mutation-check/reach/reach.ts';
import { hasGit } from '../../a-repository.ts';
import { textsOf } from '../../findings/a-finding.ts';
import { LIMITS, mutation_check } from '../a-mutated-project.ts';
import { inTurn } from '../../../pick-some.ts';

const slow = inTurn(1, test);

const INDENT = `export const indent = (text, columns) => {
  const prefix = ' '.repeat(columns);
  const lines = [];
  for (const line of text.split('\\n')) {
    if (line === '') {
      lines.push('');
    } else {
      lines.push(prefix + line);
    }
  }
  return lines.join('\\n');
};
`;
const TWICE = 'export const twice = (n) => {\n  const more = n * 2;\n  return more + 1;\n};\n';
const TEST = `import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { indent } from '../used.js';
test('AC-1: blanks before each line', () => equal(indent('a\\n\\nb', 2), '  a\\n\\n  b'));
`;
/** Reaches what it imports, and looks at nothing. */
const CALLS =
  "import { test } from 'node:test';\nimport { indent } from '../dead.js';\ntest('runs', () => void indent('a', 2));\n";

const reachOf = async (files: Readonly<Record<string, string>>) => {
  const report = await mutation_check({ after: { 'test/used.test.js': TEST, 'used.js': INDENT, ...files } });
  const { reach } = report;
  if (reach === undefined) throw new Error('reach was not measured');
  return { reach, percent: percentReached(reach), said: textsOf(findingsOfMutationCheck(report, LIMITS)).join('\n') };
};

describe.skipIf(!hasGit)('code that no test reaches (needs git)', () => {
  slow('is found with its lines where it is more than the rest', async () => {
    const { reach, percent, said } = await reachOf({ 'dead1.js': INDENT, 'dead2.js': TWICE });
    expect(reach).toEqual({
      lines: 28,
      lines_unreached: 16,
      unreached: [
        { path: 'dead1.js', line: 1, lines: 12 },
        { path: 'dead2.js', line: 1, lines: 4 },
      ],
    });
    expect(percent).toBe(42);
    expect(said).toContain(
      'No test reaches 16 of 28 new lines in functions, and tests have to reach 50 % (mutation_check.percent): every test passes although they fail at once. Test them, or remove them: dead1.js:1-12, dead2.js:1-4.',
    );
  });

  slow('is found in a file that tests load, too: more functions beside a tested one do not hide', async () => {
    const more = [1, 2, 3, 4].map((n) => TWICE.replace('twice', `twice${n}`)).join('');
    const { reach, percent } = await reachOf({ 'used.js': INDENT + more });
    expect([reach.lines_unreached, percent]).toEqual([16, 42]);
  });

  slow('is found in as many small functions as there are', async () => {
    const more = Array.from({ length: 26 }, (_, n) => TWICE.replace('twice', `twice${n}`)).join('');
    const { reach, percent } = await reachOf({ 'used.js': INDENT + more });
    expect([reach.lines, reach.lines_unreached, percent]).toEqual([116, 60, 10]);
    expect(describeReach(reach)).toMatch(
      /^tests reach 12 of 116 changed lines in functions; none of used\.js:13-16, .*, and 12 more; 44 not asked about \(the others decide\)$/,
    );
  });

  slow('may be less than half, and nothing more is asked then', async () => {
    const { reach, percent, said } = await reachOf({ 'dead.js': TWICE });
    const not_asked = { lines: 4, why: 'enough' };
    expect(reach).toEqual({ lines: 16, lines_unreached: 0, unreached: [], not_asked });
    expect(percent).toBe(75);
    expect(said).not.toContain('reaches');
  });

  slow('is not code that was only moved', async () => {
    const report = await mutation_check({
      before: { 'package.json': '{ "type": "module" }\n', 'old.js': INDENT },
      after: {
        'old.js': 'export {};\n',
        'test/used.test.js': TEST,
        'used.js': INDENT.replace('const prefix', '// Blanks.\n  const prefix'),
        'moved.js': INDENT,
      },
    });
    expect(report.reach).toEqual({ lines: 13, lines_unreached: 0, unreached: [] });
  });

  slow('is not what a test calls without an assertion: mutants ask for that', async () => {
    const { reach } = await reachOf({ 'dead.js': INDENT, 'dead2.js': TWICE, 'test/calls.test.js': CALLS });
    expect(reach).toEqual({ lines: 28, lines_unreached: 0, unreached: [], not_asked: { lines: 4, why: 'enough' } });
  });
});
