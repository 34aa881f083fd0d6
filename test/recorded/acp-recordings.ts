/**
 * The lines of real agents of the Agent Client Protocol, of a turn in which their provider answered 429. A recording is never
 * edited: `UPDATE=1 npm run test:agents` makes it again on a machine that has the program.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FOLDER = fileURLToPath(new URL('acp', import.meta.url));

export interface AcpProgram {
  readonly name: string;
  readonly version: string;
}

const nameOf = ({ name, version }: AcpProgram): string => `${name}-${version}.jsonl`;

export const recordLimit = (program: AcpProgram, stdout: string): void => {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, nameOf(program)), stdout);
};

/** In the order of their names. */
export const limitsRecorded = (): readonly AcpProgram[] =>
  readdirSync(FOLDER)
    .toSorted()
    .flatMap((file) => {
      const [, name, version] = /^(.+)-(\d[\w.]*)\.jsonl$/.exec(file) ?? [];
      return name === undefined || version === undefined ? [] : [{ name, version }];
    });

export const limitOf = (program: AcpProgram): readonly string[] =>
  readFileSync(join(FOLDER, nameOf(program)), 'utf8')
    .trimEnd()
    .split('\n');
