import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inZone } from '../in-zone.ts';
import { replayRecords } from '../../src/records/fold/fold-records.ts';
import { createRunFolders, type RunFolders, runFolders } from '../../src/records/run-folders.ts';
import { createViews, decisionLogsOf } from '../../src/view/views.ts';
import { asWorkRecord } from '../../src/records/records.ts';
import { parse } from '../project/config/a-config.ts';
import { SEALED } from '../page/report/a-ledger.ts';

beforeEach(() => inZone('UTC'));

const CONFIG = parse(`work: { spec: specs/shout.md }
agent: { command: a }
tests: { command: node --test }
phases:
${['RED', 'GREEN', 'POLISH']
  .map(
    (phase) =>
      `  - { phase: ${phase}, purpose: p, gate_1: { name: n, condition: tests_failing == tests_total OR true } }\n`,
  )
  .join('')}`);
const PHASES = CONFIG.phases.map(({ phase }) => phase);
const RUN = '20261122-072752-3ca074';

let workspace = '';
let folders: RunFolders;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'dualgate-'));
  folders = runFolders(workspace, RUN);
  createRunFolders(folders);
});
afterEach(() => rmSync(workspace, { recursive: true, force: true }));

const open = (notices: string[], hasStarted = false) =>
  createViews({
    redact: (value) => value,
    folders,
    phases: PHASES,
    hasStarted,
    run: RUN,
    spec: 'specs/shout.md',
    isLoop: true,
    onNotice: (text) => notices.push(text),
  });

/** Shows all records as a live run does, and says what the log holds after each. */
const showAll = (notices: string[] = [], after: () => void = () => {}): void => {
  const views = open(notices);
  let position = 0;
  for (const step of replayRecords(SEALED)) {
    const sealed = SEALED[position];
    if (sealed === undefined) throw new Error('There are more steps than records.');
    appendFileSync(folders.ledger, `${JSON.stringify(sealed)}\n`);
    views.show(step, sealed);
    position += 1;
    after();
  }
};
const readLog = (): string => readFileSync(folders.phaseStatusLog, 'utf8');

describe('phase-status.log', () => {
  it('has a block at each start of a phase, test run, decision and change of state, and no other', () => {
    showAll();
    const blocks = readLog()
      .split('\n\n')
      .filter((block) => block !== '');
    const seen = blocks.map((block) => {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      return `${field('PHASE')} ${field('STATUS')} ${field('RECOMMENDATION')}`;
    });
    expect(seen).toMatchInlineSnapshot(`
      [
        "RED IN_PROGRESS Begin the phase",
        "RED IN_PROGRESS Gather the evidence",
        "RED COMPLETE Exit the phase",
        "GREEN IN_PROGRESS Begin the phase",
        "GREEN IN_PROGRESS Gather the evidence",
        "GREEN IN_PROGRESS tests_failing == 0: got 2, expected 0; also not met: tests_intact == true; tests_passing == tests_total; runner_exit_code == 0; consecutive_green_runs >= 2",
        "GREEN IN_PROGRESS Gather the evidence",
        "GREEN IN_PROGRESS Gather the evidence",
        "GREEN IN_PROGRESS tests_failing == 0: got 1, expected 0; also not met: tests_passing == tests_total; runner_exit_code == 0; consecutive_green_runs >= 2",
        "GREEN IN_PROGRESS Gather the evidence",
        "GREEN IN_PROGRESS Gather the evidence",
        "GREEN COMPLETE Exit the phase",
        "POLISH IN_PROGRESS Begin the phase",
        "POLISH IN_PROGRESS Gather the evidence",
        "POLISH BLOCKED refactoring_complete == true: got false, expected true; exit_signal == true: the agent said no",
        "POLISH BLOCKED Reset and resume, guide the agent, skip the phase, or abort",
        "POLISH IN_PROGRESS Resume",
        "POLISH COMPLETE The last phase was left; 1 of the phases by a forced exit",
      ]
    `);
    for (const block of blocks) expect(block).toMatch(/^---PRP_PHASE_STATUS---\n[^]*\n---END_PRP_PHASE_STATUS---$/);
  });

  it('ends with the exit of the last phase, and its exit signal: false where it was forced', () => {
    showAll();
    const last = readLog().trimEnd().split('\n\n').at(-1) ?? '';
    expect(last).toMatch(/^PHASE: POLISH\nSTATUS: COMPLETE$/m);
    expect(last).toMatch(/^EXIT_SIGNAL: false$/m);
    expect(readLog().split('\n\n').join('\n')).not.toContain('PHASE: DONE');
  });

  it('has in the block of a halt what the agent said, and null only where nothing was said', () => {
    showAll();
    const said = (recommendation: RegExp) =>
      readLog()
        .split('\n\n')
        .filter((block) => recommendation.test(block))
        .map((block) => /^EXIT_SIGNAL: (.*)$/m.exec(block)?.[1]);
    expect(said(/^RECOMMENDATION: Reset and resume/m)).toEqual(['false']);
    expect(new Set(said(/^RECOMMENDATION: (?:Begin the phase|Gather the evidence)/m))).toEqual(new Set(['null']));
  });

  it('is only ever appended to', () => {
    let before = '';
    showAll([], () => {
      const log = readLog();
      expect(log.startsWith(before)).toBe(true);
      before = log;
    });
    expect(before.endsWith('---END_PRP_PHASE_STATUS---\n\n')).toBe(true);
  });

  it('is made again from the ledger where it was deleted, byte for byte', () => {
    showAll();
    const log = readLog();
    rmSync(folders.phaseStatusLog);
    open([], true);
    expect(readLog()).toBe(log);
  });
});

describe('a view that cannot be written', () => {
  it('is reported once, and stops nothing; nothing blocks, and no link is followed', () => {
    const target = join(workspace, 'dualgate.yaml');
    writeFileSync(target, 'mine');
    symlinkSync(target, folders.phaseStatusLog);
    mkdirSync(join(folders.status, 'x'), { recursive: true });
    mkdirSync(join(folders.statePage, 'x'), { recursive: true });
    const notices: string[] = [];
    showAll(notices);
    expect(notices.map((text) => text.replace(/^(\S+ could not be written).*/s, '$1'))).toEqual([
      'phase-status.log could not be written',
      'status.json could not be written',
      'STATE.md could not be written',
    ]);
    expect(readFileSync(target, 'utf8')).toBe('mine');
    rmSync(folders.phaseStatusLog);
    execFileSync('mkfifo', [folders.phaseStatusLog]);
    showAll(notices);
    expect(notices).toHaveLength(6);
  });
});

describe('STATE.md during a run', () => {
  it('has one status line after every record, and ends as the run did', () => {
    const seen: string[] = [];
    showAll([], () => {
      const [line, ...more] = readFileSync(folders.statePage, 'utf8').match(/^Status: .*$/gm) ?? [];
      expect(more).toEqual([]);
      if (line !== undefined && seen.at(-1) !== line) seen.push(line);
    });
    expect(seen).toEqual(['Status: RUNNING', 'Status: NEEDS_HUMAN', 'Status: COMPLETED']);
    expect(
      readFileSync(folders.statePage, 'utf8')
        .match(/^- [\d-]+ [\d:]+ (?:UTC|[-+][\d:]+) [A-Z_]+/gm)
        ?.map((each) => each.split(' ').at(-1)),
    ).toEqual(['COMPLETED', 'NEEDS_HUMAN']);
  });
});

describe('exit-gate.log', () => {
  const lineOf = (decided_by: 'exit_gate' | 'other_clauses'): string => {
    const records = SEALED.map(asWorkRecord);
    const decided = records.find((each) => each.type === 'iteration.decided');
    if (decided === undefined) throw new Error('Nothing was decided.');
    const exit_gate = {
      event: 'exit_gate_blocked',
      indicators: 6,
      completion_indicators: 6,
      evidence_indicators: 0,
      threshold: 2,
      explicit: true,
      decided_by,
    } as const;
    const { exit_gate: gate } = parse(
      'preset: cub\nwork: { spec: s.md }\nagent: { command: a }\ntests: { command: node --test }\n',
    );
    const [log] = decisionLogsOf({ exit_gate: gate, confidence: null }, folders);
    return log?.render({ ...decided, data: { ...decided.data, exit_gate } }).replace(/^\S+ /, '') ?? '';
  };

  it('says that other clauses hold a phase whose indicators and signal are enough, and else nothing of it', () => {
    const line = 'exit_gate_blocked indicators=6 explicit=true threshold=2 phase=RED iteration=1';
    expect(lineOf('exit_gate')).toBe(`${line}\n`);
    expect(lineOf('other_clauses')).toBe(`${line} decided_by=other_clauses\n`);
  });
});
