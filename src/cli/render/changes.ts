/**
 * What an operator can accept, for people; pure.
 *
 * @module
 */
import type { Changes } from '../../index.ts';
import { joinPlain } from './paint.ts';

/** @param run - its id */
export const renderChanges = (run: string, { files, tests }: Changes): string =>
  joinPlain(
    files.length + tests.length === 0
      ? [`Everything that ${run} holds fast is as it was.`]
      : [
          `Changed of what ${run} holds fast:`,
          ...files.map(renderChange),
          ...tests.map((id) => `  gone      ${id}`),
          'Next:',
          '  dualgate accept FILE -m "why"     hold a file fast as it is; recorded for ever',
          ...(tests.length === 0 ? [] : ['  dualgate accept --tests -m "why"  let the tests be gone']),
        ],
  );

const renderChange = ({ path, what, renamed_to: place }: Changes['files'][number]): string =>
  place === undefined
    ? `  ${what.padEnd(WIDTH)}  ${path}`
    : `  ${'renamed'.padEnd(WIDTH)}  ${path}, to ${place}: no loss once its tests are reported from there`;

const WIDTH = 'appeared'.length;
