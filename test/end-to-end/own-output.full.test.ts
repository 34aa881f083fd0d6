/** The program's own output in the workspace: it grows while everything is measured, and holds nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { hasGit, test } from './a-home.ts';
import { aProject, phases, type Project, WORK } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell as shellAgent } from './a-shell-agent.ts';
import { lastDecision, pathOf, recordsOf } from './read-project.ts';
import { testSome } from '../pick-some.ts';
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

/** The table of descriptors: who reads our pipe. */
const hasTable = process.platform === 'linux';
const LOGS = [
  ['redirected', '> events.jsonl'],
  ...(hasTable ? [['copied by tee', '| tee events.jsonl']] : []),
] as const;

/** The suite writes it, so what was measured moved. */
const NOISE = `import { appendFileSync } from 'node:fs';
import { test } from 'node:test';
test('AC-1: a word is shouted in capitals', () => {
  appendFileSync('events.jsonl', 'noise');
  throw new Error('not yet');
});
`;

const CHEATS = {
  'an agent puts another file in its place': {
    does: ['rm -f events.jsonl', 'echo > events.jsonl'],
    work: { 'checks/noise.test.mjs': NOISE },
    moves: ['events.jsonl'],
  },
  'an agent gives it the name of a module': { does: ['mv events.jsonl more.mjs'], moves: ['more.mjs'] },
  // Behind the end of a program, as `__END__` in Ruby, events would do no harm.
  'it had the name of a module before the run': {
    before: 'touch more.mjs; ln more.mjs events.jsonl',
    moves: ['events.jsonl', 'more.mjs'],
  },
} as const satisfies Record<string, Cheat>;

interface Cheat {
  readonly before?: string;
  readonly does?: readonly string[];
  readonly work?: Readonly<Record<string, string>>;
  readonly moves: readonly string[];
}

describe.skipIf(!hasGit)('a log of the events in the workspace (needs git)', () => {
  test.for(LOGS)('%s is no source', async ([, redirected = ''], { home }) => {
    const project = await aProject(home, TWO);
    const { exitCode, stderr } = await shell(project, redirected);
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' });
    expect(pathOf(project)).toEqual(['RED 1 exited', 'GREEN 1 exited']);
    const events = readEvents(readFileSync(join(project.workspace, 'events.jsonl'), 'utf8'));
    expect(events.at(-1)).toMatchObject({ type: 'run.ended', status: 'completed' });
  });

  testSome<Cheat>(CHEATS, 1, (title, { before = ':', does = [], work, moves }) => {
    test(`is a source, and holds, where ${title}`, async ({ home }) => {
      const project = await aProject(home, {
        config: { phases: phases({ RED: { limits: { max_iterations: 1 } } }) },
        agent: shellAgent(READ_THE_PROMPT, DO_THE_WORK, ...does, SAY_YES),
        work: { RED: { ...WORK.RED, ...work } },
      });
      await execa('sh', ['-c', before], { cwd: project.workspace });
      const { exitCode } = await shell(project, '>> events.jsonl');
      expect([pathOf(project), exitCode]).toEqual([['RED 1 held'], 1]);
      expect(lastDecision(project).unmet).toContain('tree_stable == true');
      const [moved] = recordsOf(project, 'iteration.decided')[0]?.record.findings ?? [];
      expect(moved).toMatchObject({ code: 'sources.moved', values: { paths: moves } });
    });
  });
});
