/**
 * An option of the test command against a runner's own config that ends the suite at the first failure: the report must
 * list every test.
 *
 * @module
 */
import { join } from 'node:path';
import { appendArguments } from '../../testing/command/append-arguments.ts';
import { RUNNERS } from '../../testing/runners.ts';
import type { ProposedTests } from './project-facts.ts';
import { readText } from '../../files/open-plain.ts';

/** The tests with such an option, and with a note that names the file; the tests as they are where none is needed. */
export const overruleConfig = async (tests: ProposedTests, folder: string): Promise<ProposedTests> => {
  const { runner, command } = tests;
  const rule = runner === null ? undefined : RUNNERS[runner].detect?.overrule;
  if (rule === undefined || command === null) return tests;
  for (const name of rule.files) {
    const text = readText(join(folder, name)) ?? '';
    if (!rule.says.test(text)) continue;
    const note = `${rule.option}: ${name} ends the suite at the first failure, but the report must list every test.`;
    return {
      ...tests,
      command: appendArguments(command, [rule.option], folder),
      notes: [...(tests.notes ?? []), note],
    };
  }
  return tests;
};
