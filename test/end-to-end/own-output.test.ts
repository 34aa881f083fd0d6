/**
 * The program's own output in the workspace: it grows while everything is measured, and holds nothing.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, WORK } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell as shellAgent } from './a-shell-agent.ts';
import { lastDecision, pathOf } from './read-project.ts';
import { environmentOf, PROGRAM, readEvents } from './run-program.ts';

const TWO = { config: { phases: phases({ RED: {}, GREEN: {} }) } };

/** As a person types it. */
const shell = ({ home, workspace }: Project, redirected: string) =>
  execa('sh', ['-c', `"$0" "$1" run --json ${redirected}`, process.execPath, PROGRAM], {
    cwd: workspace,
    env: environmentOf(home),
    extendEnv: false,
    reject: false,
  });

const hasTable = process.platform === 'linux';

describe.skipIf(!hasGit || !hasTable)(
  'a log of the events in the workspace (needs git, and a table of descriptors)',
  () => {
    test.for([
      ['redirected', '> events.jsonl'],
      ['copied by tee', '| tee events.jsonl'],
    ] as const)('%s is no source', async ([, redirected], { home }) => {
      const project = await aProject(home, TWO);
      const { exitCode, stderr } = await shell(project, redirected);
      expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
      expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
      const events = readEvents(readFileSync(join(project.workspace, 'events.jsonl'), 'utf8'));
      expect(events.at(-1)).toMatchObject({ type: 'run.ended', status: 'completed' });
    });

    test('is known by its descriptor: a file that an agent puts in its place is a source', async ({ home }) => {
      // The suite writes it, so what was measured moved.
      const noise = `import { appendFileSync } from 'node:fs';
import { test } from 'node:test';
test('AC-1: a word is shouted in capitals', () => {
  appendFileSync('events.jsonl', 'noise');
  throw new Error('not yet');
});
`;
      const agent = shellAgent(READ_THE_PROMPT, DO_THE_WORK, 'rm -f events.jsonl', 'echo > events.jsonl', SAY_YES);
      const project = await aProject(home, {
        config: { phases: phases({ RED: { limits: { max_iterations: 1 } } }) },
        agent,
        work: { RED: { ...WORK.RED, 'checks/noise.test.mjs': noise } },
      });
      const { exitCode } = await shell(project, '> events.jsonl');
      expect([pathOf(project), exitCode]).toEqual([['RED 1 held'], 1]);
      expect(lastDecision(project).unmet).toContain('tree_stable == true');
    });
  },
);
