/**
 * Whether the agent of a session may write a file in the current phase. A shell can write around it, so the freeze
 * stays the gate (rule 2.7): this only saves a turn.
 *
 * @module
 */
import { basename, isAbsolute, relative, resolve, sep } from 'node:path';
import type { Phase } from '../../gates/phase.ts';
import type { Config } from '../config/shape-config.ts';
import { suitesOf } from '../config/suites-of.ts';
import { listSettings } from '../integrity/extending/find-extended.ts';
import { listSetUpNames, maySetUp } from '../integrity/set-up-files.ts';
import { findOpen } from '../records/fold/reopened-tests.ts';
import type { WorkState } from '../records/fold/work-state.ts';

type Known = Pick<WorkState, 'frozen' | 'reopened'>;

/** The reason, with what to do instead; `null`: it may. @param path - absolute, or relative to the workspace */
export const judgeWrite = (
  path: string,
  { config, phase, state }: { readonly config: Config; readonly phase: Phase; readonly state: Known },
): string | null => {
  const { folder } = config;
  const { frozen, reopened } = state;
  const inside = relative(folder, resolve(folder, path));
  if (inside === '' || inside.startsWith('..') || isAbsolute(inside)) return null;
  const name = inside.split(sep).join('/');
  if (name === '.dualgate' || name.startsWith('.dualgate/'))
    return `${name} is the state of dualgate: it is not yours to write. Use dualgate status to read it.`;
  const held = frozen[name];
  if (held === undefined || findOpen(reopened)?.file === name) return null;
  if (maySetUp(config, phase) && isSetting(name, config, frozen)) return null;
  return held === 'absent'
    ? `${name} must not appear in this phase. Do the work in the sources instead.`
    : `${name} is frozen. Change the sources instead. If the work needs a change to it, report BLOCKED with the reason: an operator can reopen or accept it.`;
};

/** A config that may be added, or whose lists may grow, while the tests are written. Its content is judged after the turn. */
const isSetting = (name: string, config: Config, frozen: Known['frozen']): boolean =>
  listSettings(frozen).includes(name) ||
  listSetUpNames(suitesOf(config).map(({ runner }) => runner)).includes(basename(name));
