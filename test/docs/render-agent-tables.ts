/**
 * Tables of the docs about agents, from the sources: the keys of a scripted turn, and what each program may write in a
 * sandbox.
 */
import { PRESETS } from '../../src/agents/programs/presets.ts';
import { scriptSchema } from '../../src/doctor/read-script.ts';

export const renderScriptKeys = (): string => {
  const rows = Object.entries(scriptSchema.shape.turns.element.shape).map(([key, { description }]) => {
    if (description === undefined) throw new Error(`The schema of a script does not say what ${key} is`);
    return `| \`${key}\` | ${description} |`;
  });
  return ['| key | action |', '| --- | --- |', ...rows].join('\n');
};

export const renderSandboxFolders = (): string => {
  const rows = Object.values(PRESETS).map(({ name, state }) => {
    const writable = state.map(
      ({ path, variable }) => `\`~/${path}\`${variable === undefined ? '' : ` (or \`$${variable}\`)`}`,
    );
    const kept = state.flatMap(({ settings = [] }) => settings.map((each) => `\`${each}\``));
    return `| \`${name}\` | ${writable.join(', ')} | ${kept.join(', ')} |`;
  });
  return ['| `agent.use` | writable in the home | read-only in it |', '| --- | --- | --- |', ...rows].join('\n');
};
