import { textsOf } from '../evidence/findings/a-finding.ts';
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { readTrailers } from '../../src/commits/commit-trailers.ts';
import { findRunFolder, type KnownRecord, ofType, type Random, readKnownRecords, surviveKills } from './a-chaos-run.ts';
import { hasGit, test } from './a-home.ts';
import { aProject, type Project, WORK, write } from './a-project.ts';
import { DO_THE_WORK, READ_THE_PROMPT, SAY_YES, shell } from './a-shell-agent.ts';
import { findMarkedWith } from './processes.ts';
import { runProgram } from './run-program.ts';

/** How many kills in all; `check:full` asks for 1,000. */
const KILLS = Number(process.env['DUALGATE_KILLS'] ?? 6);
const KILLS_A_RUN = Math.min(KILLS, 20);
const SEED = process.env['DUALGATE_SEED'] ?? '0';

/**
 * Leaves a helper behind in a session of its own, and in GREEN believes at first that it is done: so the agent of a killed loop
 * lives on, and there is a decision that holds.
 */
const AGENT = shell(
  READ_THE_PROMPT,
  'setsid sleep 300 > /dev/null 2>&1 < /dev/null &',
  `[ "$DUALGATE_PHASE $DUALGATE_ITERATION" = "GREEN 1" ] || ${DO_THE_WORK}`,
  SAY_YES,
);

const aRandom = (words: string): Random => {
  let state = createHash('sha256').update(words).digest().readUInt32BE();
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

const aChaoticProject = async (home: string): Promise<Project> => {
  const project = await aProject(home, { agent: AGENT, config: { commits: true, mutation_check: false } });
  await write(home, { '.gitconfig': '[user]\n\tname = Bea\n\temail = bea@example.org\n' });
  return project;
};

const ask = async ({ workspace }: Project, ...args: readonly string[]): Promise<string> =>
  (await execa('git', args, { cwd: workspace })).stdout;

/** Sources that are no part of the project as it was laid out: the agent's work. */
const readWork = ({ workspace }: Project): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(workspace, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(workspace.length + 1))
      .filter((path) => !/^(?:\.git\/|\.dualgate\/|specs\/|dualgate\.yaml$|suite\.mjs$)/.test(path))
      .sort()
      .map((path) => [path, readFileSync(join(workspace, path), 'utf8')]),
  );

const DONE = Object.fromEntries(
  Object.entries({ ...WORK.RED, ...WORK.GREEN, ...WORK.REFACTOR, ...WORK.DOCUMENT }).sort(([a], [b]) =>
    a < b ? -1 : 1,
  ),
);

/** End of every turn that was begun: one for each. */
const endsOfTurns = (records: readonly KnownRecord[]): readonly string[] => {
  const ends: string[] = [];
  for (const { type } of records) {
    if (type === 'turn.started') ends.push('');
    if (type === 'iteration.decided' || type === 'turn.discarded') ends.push(`${ends.pop() ?? 'no turn'}${type}`);
  }
  return ends;
};

const commitsOf = async (project: Project, records: readonly KnownRecord[]) => {
  const base = ofType(records, 'run.started')[0]?.branch?.base ?? '';
  const commits = (await ask(project, 'rev-list', '--reverse', `${base}..dualgate/shout`)).split('\n');
  const phases = [];
  for (const commit of commits)
    phases.push(readTrailers(await ask(project, 'log', '-1', '--format=%B', commit))?.phase);
  return { commits, phases, changed: await ask(project, 'status', '--porcelain') };
};

const nameEach = (each: { readonly phase: string; readonly iteration: number }): string =>
  `${each.phase} ${each.iteration}`;

const rows = Array.from({ length: Math.ceil(KILLS / KILLS_A_RUN) }, (_, row) => ({ row }));

describe.skipIf(!hasGit || process.platform !== 'linux')(
  `a run that is killed at random, DUALGATE_SEED=${SEED} (needs git and /proc)`,
  () => {
    test.concurrent.for(rows)(
      'is completed in the end, with nothing decided twice, nothing lost and nothing left: run $row',
      async ({ row }, { home }) => {
        const random = aRandom(`${SEED} ${row}`);
        let kills = 0;
        for (let life = 0; kills < KILLS_A_RUN; life += 1) {
          const project = await aChaoticProject(join(home, `life ${life}`));
          const survived = await surviveKills(project, KILLS_A_RUN - kills, random);
          kills += survived.kills;
          await expectWhole(project, survived.events, survived.story.join('\n'));
        }
      },
    );

    const expectWhole = async (
      project: Project,
      events: Awaited<ReturnType<typeof surviveKills>>['events'],
      starts: string,
    ) => {
      const records = readKnownRecords(project);
      const decisions = ofType(records, 'iteration.decided');
      const decided = decisions.map(({ record }) => nameEach(record));
      const told = decisions.map(({ record, decision }) =>
        [nameEach(record), decision.reason, ...textsOf(record.findings)].join(', '),
      );
      const story = [starts, ...told].join('\n');
      expect(decided, story).toEqual(['RED 1', 'GREEN 1', 'GREEN 2', 'REFACTOR 1', 'DOCUMENT 1']);
      expect(ofType(records, 'phase.exited').map(nameEach), story).toEqual([
        'RED 1',
        'GREEN 2',
        'REFACTOR 1',
        'DOCUMENT 1',
      ]);
      expect(ofType(records, 'run.ended').at(-1)?.status, story).toBe('completed');
      const announced = events.flatMap((event) => (event.type === 'iteration.decided' ? [nameEach(event)] : []));
      expect(new Set(announced).size, story).toBe(announced.length);
      expect(decided, story).toEqual(expect.arrayContaining(announced));

      const started = ofType(records, 'turn.started');
      expect(new Set(endsOfTurns(records)), story).toEqual(
        new Set(endsOfTurns(records).filter((end) => ['iteration.decided', 'turn.discarded'].includes(end))),
      );
      expect(new Set(started.map((each) => `${nameEach(each)} ${each.attempt}`)).size, story).toBe(started.length);
      expect(new Set(started.map(({ nonce_hash }) => nonce_hash)).size, story).toBe(started.length);

      const folder = findRunFolder(project) ?? '';
      const status: unknown = JSON.parse(readFileSync(join(folder, 'status.json'), 'utf8'));
      expect(status, story).toMatchObject({ head: { seq: records.length - 1 }, ending: { status: 'completed' } });
      const log = readFileSync(join(folder, 'phase-status.log'), 'utf8');
      expect(log.match(/^STATUS: COMPLETE$/gm)?.length, story).toBe(5);

      const { exitCode, stdout } = await runProgram(project, 'verify', '--json');
      expect({ exitCode, stdout }, story).toMatchObject({ exitCode: 0 });
      const { commits, phases, changed } = await commitsOf(project, records);
      expect(phases, story).toEqual([null, 'RED', 'GREEN', 'REFACTOR', 'DOCUMENT']);
      expect(
        ofType(records, 'work.committed').map(({ commit }) => commit),
        story,
      ).toEqual(commits);
      expect(changed, story).toBe('');
      expect(readWork(project), story).toEqual(DONE);
      expect(findMarkedWith(`HOME=${project.home}`), story).toEqual([]);
    };
  },
);
