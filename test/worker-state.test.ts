import { expect, test } from 'vitest';
import { findChanges, lookAtWorker } from './worker-state.ts';

const changesOf = (change: () => void, fix: () => void): readonly string[] => {
  const before = lookAtWorker();
  change();
  const changes = findChanges(before, lookAtWorker());
  fix();
  expect(findChanges(before, lookAtWorker())).toEqual([]);
  return changes;
};

test('a variable that a file set, changed or deleted and did not put back is named', () => {
  const path = process.env['PATH'];
  const changes = changesOf(
    () => {
      process.env['LEFT_BY_A_FILE'] = '1';
      process.env['PATH'] = '/nowhere';
    },
    () => {
      delete process.env['LEFT_BY_A_FILE'];
      process.env['PATH'] = path;
    },
  );
  expect(changes).toEqual(['the variable PATH', 'the variable LEFT_BY_A_FILE']);
  const gone = changesOf(
    () => delete process.env['PATH'],
    () => {
      process.env['PATH'] = path;
    },
  );
  expect(gone).toEqual(['the variable PATH']);
});

test('a listener that a file left on a signal, and a working folder that it changed, are named', () => {
  const folder = process.cwd();
  const listen = () => {};
  const changes = changesOf(
    () => {
      process.on('SIGINT', listen);
      process.chdir('/');
    },
    () => {
      process.off('SIGINT', listen);
      process.chdir(folder);
    },
  );
  expect(changes).toEqual(['the working folder', 'the listeners of SIGINT']);
});
