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
          ...files.map(({ path, what }) => `  ${what.padEnd('appeared'.length)}  ${path}`),
          ...tests.map((id) => `  gone      ${id}`),
          'Next:',
          '  dualgate accept FILE -m "why"     hold a file fast as it is; recorded for ever',
          ...(tests.length === 0 ? [] : ['  dualgate accept --tests -m "why"  let the tests be gone']),
        ],
  );
