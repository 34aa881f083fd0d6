/**
 * The last lines of the agent that works now, for one reader: sent again when it has printed more. A look costs the state of two
 * files.
 *
 * @module
 */
import { statSync } from 'node:fs';
import type { PageAgent } from '../../../page/page-transcript.ts';
import type { PageStatus } from '../../../page/page-status.ts';
import { createRedactData } from '../../../redact/redact-data.ts';
import type { FoundRun } from '../find-runs.ts';
import { findGoingTurn, type TurnFile } from './find-transcript.ts';
import { lastLines } from './last-lines.ts';

/** @returns null if nothing changed, or no iteration is active */
export type LookAtAgent = (step: PageStatus['step']) => PageAgent | null;

/** As many as the panel has room for. */
const SHOWN = 5;

export const createLookAtAgent = (found: FoundRun): LookAtAgent => {
  const redact = createRedactData(found.config, process.env);
  let turn = '';
  let files: readonly TurnFile[] = [];
  let seen = '';
  return (step) => {
    if (step === undefined) return null;
    const { phase, iteration, doing, since } = step;
    const now = `${phase} ${iteration} ${doing} ${since}`;
    // The files of a turn are made a moment after its record.
    if (now !== turn || files.length === 0) files = findGoingTurn(found, step);
    turn = now;
    const looks = files.map(lookAgain);
    const newest = looks.toSorted((one, other) => other.at - one.at)[0];
    const look = `${now} ${looks.map(({ bytes, at }) => `${bytes} ${at}`).join(' ')}`;
    if (newest === undefined || look === seen) return null;
    seen = look;
    // The stream that was written last: what people look for is what happens now.
    const speaking = looks.filter(({ bytes }) => bytes > 0).toSorted((one, other) => other.at - one.at)[0];
    const lines = speaking === undefined ? [] : lastLines(speaking.path, SHOWN, redact);
    return { phase, iteration, lines, at: new Date(newest.at).toISOString() };
  };
};

const lookAgain = (file: TurnFile): TurnFile => {
  const { size = 0, mtimeMs = file.at } = statSync(file.path, { throwIfNoEntry: false }) ?? {};
  return { ...file, bytes: size, at: mtimeMs };
};
