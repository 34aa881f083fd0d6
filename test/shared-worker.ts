/**
 * Around each file that shares its worker with other files (`vite.config.ts` says which): it leaves environment, folder
 * and listeners of the process as it found them, so that no file is decided by the one before it.
 */
import { aroundAll } from 'vitest';
import { findChanges, lookAtWorker } from './worker-state.ts';

aroundAll(async (runFile) => {
  const before = lookAtWorker();
  await runFile();
  const changes = findChanges(before, lookAtWorker());
  if (changes.length > 0) {
    throw new Error(
      `Cannot share the worker of this file with the next: it left changed ${changes.join(', ')}. ` +
        'Put it back when each test is over (onTestFinished), or give the file a worker of its own in vite.config.ts.',
    );
  }
});
