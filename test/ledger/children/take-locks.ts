/**
 * A process that races another one for a row of locks. Arguments: folder, name, rounds, names of all. Prints one line a round, then
 * stays alive, so that what it holds is held by the living, until its stdin ends.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { takeLock } from '../../../src/ledger/lock.ts';

const [folder = '', name = '', rounds = '0', ...all] = process.argv.slice(2);
const others = all.filter((other) => other !== name);

for (let round = 0; round < Number(rounds); round += 1) {
  writeFileSync(join(folder, `ready-${name}-${round}`), '');
  while (!others.every((other) => existsSync(join(folder, `ready-${other}-${round}`)))) {
    // Wait for the others without giving the processor away: that is the race.
  }
  try {
    takeLock(join(folder, `lock-${round}`), { run: name, now: () => new Date(0) });
    process.stdout.write(`${round} won\n`);
  } catch (error) {
    process.stdout.write(
      `${round} ${error instanceof Error && 'code' in error ? String(error.code) : String(error)}\n`,
    );
  }
}
process.stdout.write('done\n');
process.stdin.resume();
process.stdin.on('end', () => process.exit(0));
