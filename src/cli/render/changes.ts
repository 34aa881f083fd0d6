/**
 * What an operator can accept, for people; pure.
 *
 * @module
 */
import { type Changes, renderAcceptance } from '../../index.ts';
import { joinPlain } from './text/paint.ts';

/** @param run - its id */
export const renderChanges = (run: string, { files, tests, writes }: Changes): string =>
  joinPlain(
    files.length + tests.length + writes.length === 0
      ? [`Everything that ${run} holds fast is as it was.`]
      : [
          ...(files.length + tests.length === 0 ? [] : [`Changed of what ${run} holds fast:`]),
          ...files.map(renderChange),
          ...tests.map((id) => `  gone      ${id}`),
          ...(writes.length === 0 ? [] : ['Written by each test run, and a source all the same:']),
          ...writes.map((glob) => `  written   ${glob}`),
          'Next:',
          ...(files.length + tests.length === 0
            ? []
            : ['  dualgate accept FILE -m "why"     hold a file fast as it is; recorded for ever']),
          ...(tests.length === 0 ? [] : ['  dualgate accept --tests -m "why"  let the tests be gone']),
          ...(writes.length === 0 ? [] : [`  ${renderAcceptance(writes)}  leave it out, for the rest of this run`]),
        ],
  );

const renderChange = ({ path, what, renamed_to: place }: Changes['files'][number]): string =>
  place === undefined
    ? `  ${what.padEnd(WIDTH)}  ${path}`
    : `  ${'renamed'.padEnd(WIDTH)}  ${path}, to ${place}: no loss once its tests are reported from there`;

const WIDTH = 'appeared'.length;
