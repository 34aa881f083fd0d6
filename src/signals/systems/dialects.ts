/** The table of dialects of the exit signal (rule 3.10), the native one first. A run uses one; only `check` reads all at once. */
import { apm2 } from './apm2/apm2.dialect.ts';
import { cub } from './cub/cub.dialect.ts';
import type { Dialect, DialectFlag, ScriptedBlock, TemplateFacts as DialectFacts } from './dialect.ts';
import { doyaken } from './doyaken/doyaken.dialect.ts';
import { prp } from './prp/prp.dialect.ts';
import { ralph } from './ralph/ralph.dialect.ts';

const TABLE = { prp, ralph, cub, doyaken, apm2 } as const satisfies Readonly<Record<string, Dialect>>;

export type DialectName = keyof typeof TABLE;

export const DIALECTS: Readonly<Record<DialectName, Dialect>> = TABLE;

/** The names of the dialects. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of a constant object
export const DIALECT_NAMES = Object.keys(TABLE) as [DialectName, ...DialectName[]];

export const NATIVE = 'prp' satisfies DialectName;

/** The dialect that the prompt asks for: no run starts with `auto`, but a smoke test of the agent needs one. */
export const dialectAsked = (name: DialectName | 'auto'): DialectName => (name === 'auto' ? NATIVE : name);

const ALL: readonly Dialect[] = Object.values(DIALECTS);

/** The dialects of `name`. A run of keys comes last: its keys occur in the blocks of others, too. */
export const dialectsOf = (name: DialectName | 'auto'): readonly Dialect[] =>
  name === 'auto' ? [...ALL.filter((each) => !isRun(each)), ...ALL.filter(isRun)] : [DIALECTS[name]];

const isRun = ({ forms }: Dialect): boolean => forms.some((form) => form.isRun);

/** Keys that carry a signal, each once: in a block of another dialect they invalidate it. */
export const SIGNAL_KEYS: readonly string[] = [...new Set(ALL.flatMap(({ key }) => key ?? []))];

/** The flag that keeps the dialect of this name from being read; `null` where nothing does. */
export const findFlagOff = (
  name: string | null,
  env: Readonly<Record<string, string | undefined>> = process.env,
): DialectFlag | null => {
  const flag = ALL.find((each) => each.name === name)?.flag;
  return flag === undefined || flag.isOn(env) ? null : flag;
};

type WorkPhaseOf<Each> = Each extends { readonly workPhases: { readonly names: readonly (infer Name)[] } }
  ? Name
  : never;

/** A phase of the work, in the words of a dialect that has its own. */
export type WorkPhase = WorkPhaseOf<(typeof TABLE)[DialectName]>;

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names that the type is made of
export const WORK_PHASES = ALL.flatMap(({ workPhases }) => workPhases?.names ?? []) as [WorkPhase, ...WorkPhase[]];

export const WITH_WORK_PHASES: readonly string[] = ALL.filter(({ workPhases }) => workPhases !== undefined).map(
  ({ name }) => name,
);

export const writeBlock = (dialect: DialectName, block: ScriptedBlock): string => DIALECTS[dialect].writeBlock(block);

export interface TemplateFacts extends DialectFacts {
  /** @default the native one */
  readonly dialect?: DialectName | undefined;
}

/** No line feed at the end. */
export const statusBlockTemplate = ({ dialect = NATIVE, ...facts }: TemplateFacts): string =>
  DIALECTS[dialect].template(facts).join('\n');
