/**
 * Can it run a command, with the environment of the turn, and does its shell find the programs of the work? Login shells
 * reset PATH, and then the agent cannot run the tests.
 *
 * @module
 */
import { realpathSync } from 'node:fs';
import { programOf } from '../../config/suite-program.ts';
import type { Finding, Look } from '../finding.ts';
import { ok, skipped, warning, problem } from '../finding.ts';
import { adviseAllowing, type SmokeTestStep, type SmokeTestTurn, wentWell } from './smoke-test-step.ts';

export const shellStep: SmokeTestStep = {
  ask: ({ command }) => [
    'Run this command in your shell, in the current folder, exactly as written:',
    `command: ${command}`,
  ],
  judge: async (taken) => {
    const { shell } = taken;
    const seen = shell.is === 'file' ? readSeen(shell.text) : null;
    const findings: Finding[] = [{ name: 'smoke test: shell', ...judgeShell(taken, seen) }];
    if (seen !== null && seen.has('PATH')) findings.push({ name: 'smoke test: path', ...judgePath(taken, seen) });
    return findings;
  },
};

type Seen = ReadonlyMap<string, string>;

/** `NAME=value` lines. */
const readSeen = (text: string): Seen =>
  new Map(
    text
      .split(/\r?\n/)
      .map((line) => /^([^=]+)=(.*)$/.exec(line))
      .flatMap((match) => (match === null ? [] : [[match[1] ?? '', match[2] ?? ''] as const])),
  );

const judgeShell = (taken: SmokeTestTurn, seen: Seen | null): Look => {
  const { run, config, task, file } = taken;
  if (seen === null) {
    if (!wentWell(taken)) return skipped('unknown: the turn failed');
    if (file.is === 'absent') return skipped('unknown: it may not write here');
    return warning(
      'it ran no command, or its commands may not write here: it cannot run the tests',
      adviseAllowing(taken),
      taken.turn.denials,
    );
  }
  if (!seen.has('PATH'))
    return warning(`${task.shellFile} was not written by the exact command`, 'Try again, or set another agent.model.');
  if (real(seen.get('PWD') ?? '') !== real(config.folder)) {
    return warning(
      `its shell starts in ${seen.get('PWD') ?? 'an unknown folder'}, not in the workspace`,
      'Check which folder it uses: the workspace is the folder of the config.',
    );
  }
  if (seen.get('DUALGATE_RUN') !== run) {
    return warning(
      'its shell does not get the environment of the turn: dualgate may not find processes that it starts',
      'Configure it to pass its environment on to its commands.',
    );
  }
  return ok('commands run in the workspace, with the environment of the turn');
};

const judgePath = ({ task, config, agent }: SmokeTestTurn, seen: Seen): Look => {
  const tests = new Set(config.tests.suites.map(programOf));
  const missing = [...task.programs.keys()].filter((program) => (seen.get(program) ?? '') === '');
  const others = [...task.programs].filter(
    ([program, path]) => !missing.includes(program) && real(seen.get(program) ?? '') !== real(path),
  );
  const path = `its PATH: ${seen.get('PATH')}`;
  const fix = agent.preset?.pathAdvice ?? ADVICE;
  if (missing.length > 0) {
    const says = `its shell does not find ${missing.join(', ')}`;
    return missing.some((program) => tests.has(program)) ? problem(says, fix, [path]) : warning(says, fix, [path]);
  }
  if (others.length === 0) return ok(`its shell finds ${[...task.programs.keys()].join(', ')} where dualgate does`);
  const lines = others.map(([program, ours]) => `${program}: ${seen.get(program)}, dualgate: ${ours}`);
  return warning(`its shell finds other programs than dualgate: ${others.map(([it]) => it).join(', ')}`, fix, [
    ...lines,
    path,
  ]);
};

const ADVICE = 'Use the absolute path of the program, or add its folder to PATH in the profile of your shell.';

const real = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};
