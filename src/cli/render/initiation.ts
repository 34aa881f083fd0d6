/**
 * What `init` found and what it leaves to a person; pure.
 *
 * @module
 */
import { joinPlain } from './paint.ts';

const FILL_IN = /^\s*# FILL IN: (.*)$/;

/** @param name - of the file that was written @param config - its text */
export const renderInitiation = (name: string, config: string): string => {
  const open = config.split('\n').flatMap((line, i) => {
    const what = FILL_IN.exec(line)?.[1];
    return what === undefined ? [] : [`  ${name}:${i + 1}  ${what}`];
  });
  return joinPlain([
    `Wrote ${name}.`,
    ...(open.length === 0 ? [] : ['What could not be seen from here is yours to fill in:', ...open]),
    'Then see what a run would do: dualgate run --dry-run',
  ]);
};
