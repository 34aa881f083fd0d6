/**
 * An option of the test command against a runner's own config that ends the suite at the first failure: the report must
 * list every test.
 *
 * @module
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appendArguments } from '../../testing/command/append-arguments.ts';
import type { RunnerName } from '../../testing/runners.ts';
import type { ProposedTests } from './project-facts.ts';

interface Overrule {
  readonly files: readonly string[];
  /** What such a file says. */
  readonly says: RegExp;
  readonly option: string;
}

const OVERRULES: Readonly<Partial<Record<RunnerName, Overrule>>> = {
  pytest: {
    files: ['pytest.ini', 'pyproject.toml', 'tox.ini', 'setup.cfg'],
    says: /^\s*addopts\s*=\s*(?:\[[^\]]*?|[^\n]*?(?:\n[ \t]+[^\n]*?)*?)(?<=[\s"'=])(?:-[vqsl]*x[vqsl]*|--exitfirst|--maxfail\b)(?=[\s"'=]|$)/m,
    option: '--maxfail=0',
  },
  rspec: { files: ['.rspec'], says: /^\s*--fail-fast\b/m, option: '--no-fail-fast' },
  mocha: {
    files: ['.mocharc.json', '.mocharc.jsonc', '.mocharc.yml', '.mocharc.yaml', '.mocharc.js', '.mocharc.cjs'],
    says: /^\s*"?bail"?\s*:\s*true\b/m,
    option: '--no-bail',
  },
};

/** The tests with such an option, and with a note that names the file; the tests as they are where none is needed. */
export const overruleConfig = async (tests: ProposedTests, folder: string): Promise<ProposedTests> => {
  const { runner, command } = tests;
  const rule = runner === null ? undefined : OVERRULES[runner];
  if (rule === undefined || command === null) return tests;
  for (const name of rule.files) {
    const text = await readFile(join(folder, name), 'utf8').catch(() => '');
    if (!rule.says.test(text)) continue;
    const note = `${rule.option}: ${name} ends the suite at the first failure, but the report must list every test.`;
    return { ...tests, command: appendArguments(command, [rule.option]), notes: [...(tests.notes ?? []), note] };
  }
  return tests;
};
