/**
 * Can it write a file? An agent that may not exits with 0 all the same, and claims success.
 *
 * @module
 */
import { basename } from 'node:path';
import { type Look, ok, problem, skipped } from '../finding.ts';
import { adviseAllowing, type ProbeStep, type ProbeTurn, wentWell } from './probe-step.ts';

export const writingStep: ProbeStep = {
  ask: ({ file, text }) => [
    'Write a file in the current folder, with your tool for writing files. Its whole content is one word:',
    `file: ${file}`,
    `text: ${text}`,
  ],
  judge: async (taken) => [{ name: 'probe: writing', ...judgeFile(taken) }],
};

const judgeFile = (taken: ProbeTurn): Look => {
  const { file, task, turn, changed } = taken;
  const { denials = [] } = turn;
  if (file.is === 'odd') return problem(`${task.file} is no plain file`, 'Look at what it put there, and how.');
  if (file.is === 'file') {
    if (file.text.trim() === task.text) return ok('the file is there, word for word');
    return problem(
      `the file is there and holds something else (${JSON.stringify(file.text.slice(0, MAX_SHOWN))} in place of ${JSON.stringify(task.text)})`,
      'It does not do what it is told: choose another agent.model, or see what instructions of its own it follows.',
    );
  }
  if (!wentWell(taken)) return skipped('not seen: the turn did not go well');
  const elsewhere = changed.find((path) => basename(path).startsWith(task.file));
  if (elsewhere !== undefined) {
    return problem(
      `it wrote the file somewhere else: ${elsewhere}`,
      'See which folder it takes for its own: the workspace is the folder of the config.',
    );
  }
  const claims = taken.signal.value === true ? ' and claimed success' : '';
  return problem(
    `it ended well${claims}, and there is no file: it may not write here, or did not try`,
    adviseAllowing(taken),
    denials,
  );
};

const MAX_SHOWN = 40;
