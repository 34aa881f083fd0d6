/**
 * The dialects of the agent's word (RULES 3.10). A run is configured for one; all at once are read by `check` alone.
 *
 * @module
 */
import type { Dialect as DialectName } from '../../../gates/iteration.ts';
import type { Dialect } from '../dialect.ts';
import { apm2 } from './apm2.dialect.ts';
import { cub } from './cub.dialect.ts';
import { doyaken } from './doyaken.dialect.ts';
import { prp } from './prp.dialect.ts';
import { ralph } from './ralph.dialect.ts';

/** By name. */
export const DIALECTS: Readonly<Record<DialectName, Dialect>> = { prp, ralph, cub, doyaken, apm2 };

/** Their names, the native one first. */
export const DIALECT_NAMES = ['prp', 'ralph', 'cub', 'doyaken', 'apm2'] as const satisfies readonly DialectName[];

/** The one that an agent is asked for: no run begins with `auto`, and who probes an agent has to ask for something. */
export const dialectAsked = (name: DialectName | 'auto'): DialectName => (name === 'auto' ? 'prp' : name);

/** Those that `name` stands for. The run of keys comes last: its keys stand in the blocks of others, too. */
export const dialectsOf = (name: DialectName | 'auto'): readonly Dialect[] =>
  name === 'auto' ? [prp, ralph, doyaken, apm2, cub] : [DIALECTS[name]];
