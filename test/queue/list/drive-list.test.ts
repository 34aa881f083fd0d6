import { describe, expect, test, beforeEach, onTestFinished } from 'vitest';
import type { RunEvent } from '../../../src/index.ts';
import { openBudget } from '../../../src/queue/list/drive-list.ts';
import { hasGit, write } from '../../evidence/a-repository.ts';
import { aFakeProgram } from '../../run/a-fake-program.ts';
import { withAnchorsAside } from '../../run/a-workspace.ts';
import { aListProject, IN_WORKTREES, tell, DOES, type ListProject } from './a-list.ts';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { aWorkshop, YES } from '../items/a-workshop.ts';

const NONE = { cost: null, tokens: null, callsPerHour: null };

const turnEnded = (cost_usd: number, tokens: number): RunEvent =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only these fields are read
  ({
    type: 'turn.ended',
    at: '2026-01-02T03:04:05.678Z',
    turn: { outcome: 'ok', exit_code: 0, ms: 1, usage: { input_tokens: tokens, output_tokens: 1, cost_usd } },
  }) as unknown as RunEvent;

describe('the budget of a list', () => {
  test('adds up the turns of all runs, and names the limit that is reached', async () => {
    const budget = await openBudget({ ...NONE, cost: 0.3, tokens: 250 }, []);
    budget.follow(turnEnded(0.1, 99));
    expect([budget.reached(), budget.spent()]).toEqual([null, { cost: 0.1, tokens: 100, calls: [] }]);
    budget.follow(turnEnded(0.1, 199));
    expect(budget.reached()).toBe('The runs of the list used 300 tokens; their budget is 250 (work.tokens)');
    budget.follow(turnEnded(0.1, 99));
    expect(budget.reached()).toBe('The runs of the list cost $0.30; their budget is $0.30 (work.cost)');
  });

  test('counts the turns of the last hour, at the moment in which they begin', async () => {
    const budget = await openBudget({ ...NONE, callsPerHour: 2 }, []);
    const at = (minute: number) => new Date(minute * 60_000);
    for (const minute of [0, 10]) {
      expect(budget.nextCall(at(minute))).toBeNull();
      budget.begin(at(minute));
    }
    expect(budget.nextCall(at(11))).toEqual({
      until: at(61),
      why: '2 turns of the list began within the last hour (work.calls_per_hour)',
    });
    expect(budget.nextCall(at(61))).toBeNull();
  });

  test.skipIf(!hasGit)(
    'that is used up ends every worker, also in the next process, until it is raised (needs git)',
    async () => {
      await withAnchorsAside();
      // Fewer than three each: a run that is silent three times needs human input.
      const wait = Array.from({ length: 3 }, () => `claude('Not yet.')`);
      const program = await aFakeProgram('claude', [...wait, 'claude(block(true))']);
      const more = { ...IN_WORKTREES, agent: { use: 'claude', env: program.env } };
      const project = await aListProject({ a: '', b: '' }, { workers: 2, cost: 0.15 }, more);
      const night = await project.work();
      expect([night.status, night.exit_code]).toEqual(['stuck', 1]);
      expect(night.why).toMatch(
        /^The runs of the list cost \$0\.[23]0; their budget is \$0\.15 \(work\.cost\); raise it, then dualgate run continues$/,
      );
      expect(tell(night.events).toSorted()).toEqual(['a starts', 'b starts', 'stuck']);
      const turns = program.argvs().length;
      expect(turns).toBeLessThanOrEqual(3);

      expect(tell((await project.work()).events)).toEqual(['stuck']);
      expect(program.argvs()).toHaveLength(turns);
      const config = project.config();
      const { list } = config;
      if (list === null) throw new Error('the config has a list');
      const raised = await project.work({ config: { ...config, list: { ...list, budget: { ...NONE, cost: 9 } } } });
      expect([raised.status, raised.why]).toEqual(['completed', '2 of 2 tasks are done']);
    },
  );
});

/** A git that is killed while it makes the worktree of a task, so many times. */
const killGit = async ({ home }: Pick<ListProject, 'home'>, task: string, times: number): Promise<void> => {
  const bin = join(home, 'bin');
  const before = process.env['PATH'] ?? '';
  await write(bin, {
    git: `#!/bin/sh
case "$*" in *'worktree add'*.dualgate/${task}*)
  killed=$(cat '${bin}/killed' 2>/dev/null || echo 0)
  [ "$killed" -lt ${times} ] && echo $((killed + 1)) > '${bin}/killed' && kill -9 $$ ;;
esac
PATH='${before}' exec git "$@"
`,
  });
  chmodSync(join(bin, 'git'), 0o755);
  process.env['PATH'] = `${bin}:${before}`;
  onTestFinished(() => void (process.env['PATH'] = before));
};

const WORDS = /\(got: ended by SIGKILL\)\. Check git, and the memory of the machine, then start again\./;

describe.skipIf(!hasGit)('a git that is killed while a task starts (needs git)', () => {
  beforeEach(async () => {
    await withAnchorsAside();
  });

  test('sets this task aside after one more try, and the list continues with the others', async () => {
    const project = await aListProject({ a: DOES('a'), b: DOES('b') }, {}, IN_WORKTREES);
    await killGit(project, 'a', 1_000);
    const night = await project.work();
    expect(tell(night.events)).toEqual(['a needs_human', 'b starts', 'b done', 'needs_human']);
    expect(night.exit_code).toBe(4);
    const deferred = night.events.find((event) => event.type === 'task.deferred');
    expect(deferred?.why).toMatch(WORDS);
  });

  test('blocks this work item after one more try, with the same words', async () => {
    const shop = await aWorkshop(YES);
    await killGit(shop, 'login', 1_000);
    expect(await shop.work()).toMatchObject({ status: 'needs_human', why: expect.stringContaining('1 blocked') });
    expect((await shop.state())?.sessions.at(0)?.notes).toMatch(WORDS);
  });

  test.each([1, 3])('costs nothing when a later try lives (killed: %i)', async (times) => {
    const project = await aListProject({ a: DOES('a') }, {}, IN_WORKTREES);
    await killGit(project, 'a', times);
    expect(tell((await project.work()).events)).toEqual(['a starts', 'a done', 'completed']);
    const shop = await aWorkshop(YES);
    await killGit(shop, 'login', times);
    expect(await shop.work()).toMatchObject({ status: 'completed', why: expect.stringContaining('2 completed') });
    expect((await shop.state())?.sessions).toHaveLength(2);
  });
});
