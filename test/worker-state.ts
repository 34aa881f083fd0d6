/**
 * State of its process that a test file can change, outside of modules: modules of dualgate keep none.
 *
 * @module
 */

export interface WorkerState {
  readonly folder: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Name of the event → how many listen to it. */
  readonly listeners: Readonly<Record<string, number>>;
}

/** Those by which a file would decide how the process of the next one ends, or what becomes of its errors. */
const EVENTS = ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection', 'warning', 'message'];

export const lookAtWorker = (): WorkerState => ({
  folder: process.cwd(),
  env: { ...process.env },
  listeners: Object.fromEntries(EVENTS.map((event) => [event, process.listenerCount(event)])),
});

/** Differences, by name and in order; none if all is as before. */
export const findChanges = (before: WorkerState, after: WorkerState): readonly string[] => {
  const differ = (of: (state: WorkerState) => Readonly<Record<string, unknown>>): readonly string[] => {
    const [was, is] = [of(before), of(after)];
    return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => was[name] !== is[name]);
  };
  return [
    ...differ(({ folder }) => ({ 'the working folder': folder })),
    ...differ(({ env }) => env).map((name) => `the variable ${name}`),
    ...differ(({ listeners }) => listeners).map((name) => `the listeners of ${name}`),
  ];
};
