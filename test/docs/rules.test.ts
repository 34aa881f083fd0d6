import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { floorOf, type FloorQuestion } from '../../gates/index.ts';
import { nameRule } from '../../gates/verdict.ts';
import { readPage, ROOT } from './pages.ts';

const { text: page } = readPage('docs/reference/rules.md');
const RULES = new Set([...page.matchAll(/^### (\d\.\d{1,2}) \S/gm)].map(([, number = '']) => number));

/** Texts of ours in these places of the repository, by path. */
const textsOf = (places: readonly string[]): readonly (readonly [path: string, text: string])[] =>
  execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard', '--deduplicate', ...places], {
    cwd: ROOT,
    encoding: 'utf8',
  })
    .split('\0')
    .filter((path) => /\.(?:tsx?|mjs|md|jsonl?|py|rb|css)$/.test(path) && path !== 'test/docs/rules.test.ts')
    .flatMap((path) => {
      try {
        return [[path, readFileSync(join(ROOT, path), 'utf8')] as const];
      } catch {
        // Removed and not yet committed.
        return [];
      }
    });

const SOURCES = textsOf(['src', 'gates', 'machines', 'docs', 'README.md', 'AGENTS.md']);

/** The numbers behind "rule" or "rules", also where a comment is wrapped, and those of clauses in the code. */
const citedIn = (text: string): readonly string[] => {
  const gap = String.raw`(?:\s|\*|//)+`;
  const list = new RegExp(String.raw`\brules?${gap}(\d\.\d{1,2}(?:(?:,|${gap}(?:and|to|or))${gap}\d\.\d{1,2})*)`, 'gi');
  const inProse = [...text.matchAll(list)].flatMap(([, numbers = '']) => numbers.match(/\d\.\d{1,2}/g) ?? []);
  const inCode = [...text.matchAll(/\b(?:rule: |clause\()'(\d\.\d{1,2})'/g)].map(([, number = '']) => number);
  return [...inProse, ...inCode];
};

describe('docs/reference/rules.md', () => {
  test('has a heading for every rule that sources and docs cite', () => {
    const cited = SOURCES.flatMap(([path, text]) => citedIn(text).map((number) => [path, number] as const));
    expect(cited.length).toBeGreaterThan(200);
    expect(cited.filter(([, number]) => !RULES.has(number))).toEqual([]);
  });

  test('has a heading for every rule of the floor', () => {
    const questions: readonly FloorQuestion[] = [
      { tests: 'must_fail', turnsGreen: false, integrity: 'block', criteria_ids: 'require' },
      {
        tests: 'must_pass',
        turnsGreen: true,
        integrity: 'block',
        mutation_check: { at_least: 3, percent: 50 },
        confirmations: 3,
        review: true,
      },
    ];
    const numbers = new Set(questions.flatMap((question) => floorOf(question).map(({ rule }) => rule)));
    expect(numbers.size).toBeGreaterThan(7);
    expect([...numbers].filter((number) => !RULES.has(number))).toEqual([]);
  });

  test('says of each rule why it is there and where it is enforced', () => {
    const sections = page.split(/^(?=##)/m).filter((section) => section.startsWith('### '));
    expect(sections.length).toBe(RULES.size);
    for (const section of sections) {
      expect(section).toMatch(/^- Why: /m);
      expect(section).toMatch(/^- Enforced in: `(?:src|gates|machines)\//m);
    }
  });

  test('is short enough to read', () => {
    expect(page.split(/\s+/).length).toBeLessThanOrEqual(3300);
  });
});

describe('a rule', () => {
  test('is named to people by its number, and by nothing where there is none', () => {
    expect([nameRule('2.10'), nameRule(null), nameRule(undefined)]).toEqual([' (rule 2.10)', '', '']);
  });

  test('is never cited from a document that is not in the project: write "rule 1.5"', () => {
    const foreign = [...SOURCES, ...textsOf(['test'])].flatMap(([path, text]) =>
      text
        .split('\n')
        .filter((line) => /\bCONTRACTS\b|\bRULES\b(?! \}|:| =)(?:,? |$|\.)/.test(line))
        .map((line) => `${path}: ${line.trim()}`),
    );
    expect(foreign).toEqual([]);
  });
});
