/**
 * The words of C4-PlantUML: which call declares an element, which is a relation, which only decides how it looks, and
 * which library has to be included for it.
 *
 * @module
 */

export type CallKind = 'element' | 'boundary' | 'relation' | 'indexed relation' | 'looks';

type Level = 'context' | 'container' | 'component' | 'deployment';

/** Each library brings in those below it. */
const LIBRARIES: ReadonlyMap<string, readonly Level[]> = new Map<string, readonly Level[]>([
  ['c4_context', ['context']],
  ['c4_container', ['context', 'container']],
  ['c4_component', ['context', 'container', 'component']],
  ['c4_deployment', ['context', 'container', 'deployment']],
  ['c4_dynamic', ['context', 'container', 'component']],
  ['c4_sequence', ['context', 'container', 'component']],
]);

const WORDS: readonly (readonly [pattern: RegExp, kind: CallKind, level: Level])[] = [
  [/^(?:Person|System(?:Db|Queue)?)(?:_Ext)?$/, 'element', 'context'],
  [/^(?:Enterprise_|System_)?Boundary$/, 'boundary', 'context'],
  [/^Container(?:Db|Queue)?(?:_Ext)?$/, 'element', 'container'],
  [/^Container_Boundary$/, 'boundary', 'container'],
  [/^Component(?:Db|Queue)?(?:_Ext)?$/, 'element', 'component'],
  [/^(?:Deployment_)?Node(?:_[LR])?$/, 'boundary', 'deployment'],
  [/^(?:Bi)?Rel(?:_(?:Back|Neighbor|Back_Neighbor|D|Down|U|Up|L|Left|R|Right))?$/, 'relation', 'context'],
  [/^(?:Bi)?RelIndex(?:_(?:Back|Neighbor|Back_Neighbor|D|Down|U|Up|L|Left|R|Right))?$/, 'indexed relation', 'context'],
  [/^(?:LAYOUT|SHOW|HIDE|SET|UPDATE)_[A-Z_]+$/, 'looks', 'context'],
  [/^(?:Add|Update)[A-Z]\w*$/, 'looks', 'context'],
  [
    /^(?:SetPropertyHeader|WithoutPropertyHeader|SetDefaultLegendEntries|Boundary_End|increment|setIndex)$/,
    'looks',
    'context',
  ],
  [/^Lay_(?:D|Down|U|Up|L|Left|R|Right|Distance)$/, 'looks', 'context'],
];

/** What a call is, when one of the libraries has it; null when none does. @param libraries as they are included */
export const kindOfCall = (name: string, libraries: ReadonlySet<string>): CallKind | null => {
  const levels = new Set([...libraries].flatMap((library) => LIBRARIES.get(library.toLowerCase()) ?? []));
  return WORDS.find(([pattern, , level]) => pattern.test(name) && levels.has(level))?.[1] ?? null;
};

export const isLibrary = (name: string): boolean => LIBRARIES.has(name.toLowerCase());
