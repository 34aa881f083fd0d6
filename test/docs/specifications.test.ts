/** Holds docs/reference/specifications.md to the criteria of the specifications, and to files that are there. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readPage, ROOT } from './pages.ts';

const { text: page } = readPage('docs/reference/specifications.md');

/** The acceptance criteria of each specification that has a list of them, word for word. */
const CRITERIA: Readonly<Record<string, readonly string[]>> = {
  '000': [
    'Count completion pattern indicators',
    'Parse explicit EXIT_STATUS signal',
    'Require threshold + explicit signal for exit',
    'Configurable indicator threshold',
    'Optional evidence-based indicators',
    'Force-complete override flag',
    'Logs exit gate decisions',
    'Works with circuit breaker',
  ],
  '002': [
    'DOYAKEN_STATUS block parsed from agent output when present',
    'Completion confidence scored (0-100) per iteration',
    'Dual-condition gate prevents premature exit',
    'Warning on repeated low-confidence completions',
    'Phase prompts updated to request DOYAKEN_STATUS block',
    'Confidence score and reasoning logged transparently',
    'Works gracefully when status block is absent (degrades to keyword-only)',
    'Unit tests in test/unit/exit_detection.bats',
  ],
};

/** From its heading to the next of the same level. */
const sectionOf = (spec: string): string =>
  page.split(/^(?=## )/m).find((section) => section.startsWith(`## Spec ${spec}`)) ?? '';

describe('docs/reference/specifications.md', () => {
  test.each(Object.entries(CRITERIA).flatMap(([spec, all]) => all.map((each) => [spec, each] as const)))(
    'spec %s: says where "%s" is kept and which test shows it',
    (spec, criterion) => {
      const row = sectionOf(spec)
        .split('\n')
        .find((line) => line.startsWith(`| ${criterion} |`));
      expect(row).toMatch(/\| .+ \| `test\/\S+`.* \|$/);
    },
  );

  test('spec 004: has each truth, each requirement and each success criterion', () => {
    for (const name of ['1', '2', '3', '4', '5', '6', '7', '8'])
      expect(sectionOf('004')).toMatch(new RegExp(`^\\| ${name}[,:]`, 'm'));
    for (const name of ['EXIT-01', 'EXIT-02', 'EXIT-03', 'success 1', 'success 2', 'success 3', 'success 4'])
      expect(sectionOf('004')).toContain(name);
  });

  test('names files that are there', () => {
    const named = [...page.matchAll(/`((?:src|gates|machines|test)\/[\w./-]*)`/g)].map(([, path]) => path ?? '');
    expect(named.length).toBeGreaterThan(30);
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  });
});
