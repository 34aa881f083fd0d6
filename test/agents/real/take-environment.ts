/**
 * The environment of a real agent program in place of the one that runs the tests, for a run that takes it from its own.
 */
import { onTestFinished } from 'vitest';

/** Until the test is over, the environment is this one and nothing else. */
export const takeEnvironment = (env: Readonly<Record<string, string>>): void => {
  const before = { ...process.env };
  replaceEnvironment(env);
  onTestFinished(() => replaceEnvironment(before));
};

const replaceEnvironment = (env: NodeJS.ProcessEnv): void => {
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, env);
};
