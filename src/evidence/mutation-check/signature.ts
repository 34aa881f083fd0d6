/** The function around a line, by patterns in its text: parameters and the type of its answer. */

export interface Signature {
  /** Column of the line that begins it, in characters. */
  readonly column: number;
  readonly parameters: readonly { readonly name: string; readonly type: string }[];
  /** Type of the answer, as written; empty where the language or the function names none. */
  readonly answer: string;
}

/** How a language writes a function: groups `parameters` and, where there are types, `answer`. */
export interface SignatureForm {
  readonly found: RegExp;
  /** Name and type of one parameter; `null` for one that is not the input (`self`). */
  readonly parameter: (written: string) => { readonly name: string; readonly type: string } | null;
  /** Another value of a type; `null` where none is known. */
  readonly constant: (type: string) => string | null;
  /** Whether the last line of a body is its answer. */
  readonly tail: RegExp | null;
}

const byPattern =
  (pattern: RegExp): SignatureForm['parameter'] =>
  (written) => {
    const { name, type = '' } = pattern.exec(written.trim())?.groups ?? {};
    return name === undefined || /^(?:self|cls)$/.test(name) ? null : { name, type: type.trim() };
  };

const byType =
  (rows: readonly (readonly [types: RegExp, value: string])[]): SignatureForm['constant'] =>
  (type) =>
    rows.find(([types]) => types.test(type))?.[1] ?? null;

export const pythonSignature: SignatureForm = {
  found: /^\s*(?:async\s+)?def\s+\w+\s*\((?<parameters>[^()]*)\)[^:]*:\s*$/,
  parameter: byPattern(/^(?<name>[a-z_]\w*)/i),
  constant: () => null,
  tail: null,
};

export const rubySignature: SignatureForm = {
  found: /^\s*def\s+[\w.]+[?!]?(?:\s*\((?<parameters>[^()]*)\))?\s*$/,
  parameter: byPattern(/^(?<name>[a-z_]\w*)/),
  constant: () => null,
  tail: /^\s*end\s*$/,
};

export const goSignature: SignatureForm = {
  found: /^func\s+(?:\([^()]*\)\s*)?\w+\s*\((?<parameters>[^()]*)\)\s*(?<answer>[\w.*[\]]*)\s*\{\s*$/,
  parameter: byPattern(/^(?<name>\w+)\s+(?<type>\S.*)$/),
  constant: byType([
    [/^(?:u?int(?:8|16|32|64)?|float(?:32|64)|byte|rune)$/, '0'],
    [/^string$/, '""'],
    [/^bool$/, 'false'],
    [/^(?:\*|\[\]|map\[|error$)/, 'nil'],
  ]),
  tail: null,
};

export const rustSignature: SignatureForm = {
  found:
    /^\s*(?:pub(?:\([\w ]*\))?\s+)?(?:const\s+|async\s+)*fn\s+\w+(?:<[^()]*>)?\s*\((?<parameters>[^()]*)\)\s*(?:->\s*(?<answer>[^{]*\S))?\s*\{\s*$/,
  parameter: byPattern(/^(?:mut\s+)?(?<name>\w+)\s*:\s*(?<type>.+)$/),
  constant: byType([
    [/^[iu](?:8|16|32|64|128|size)$/, '0'],
    [/^f(?:32|64)$/, '0.0'],
    [/^bool$/, 'false'],
    [/^String$/, 'String::new()'],
    [/^Option</, 'None'],
    [/^Vec</, 'Vec::new()'],
  ]),
  tail: /^\s*\}\s*$/,
};

export const javaSignature: SignatureForm = {
  found:
    /^\s*(?:(?:public|protected|private|static|final|synchronized)\s+)*(?!return\b|new\b|else\b|throw\b)(?<answer>[\w.]+(?:<[^()]*>)?(?:\[\])*)\s+\w+\s*\((?<parameters>[^()]*)\)\s*(?:throws\s[^{]*)?\{\s*$/,
  parameter: byPattern(/^(?:final\s+)?(?<type>\S.*)\s(?<name>\w+)$/),
  constant: byType([
    [/^(?:byte|short|int|long|float|double|char)$/, '0'],
    [/^boolean$/, 'false'],
    [/^String$/, '""'],
    [/^(?![a-z])/, 'null'],
  ]),
  tail: null,
};

/** The function that a line begins; `null` where it begins none. @param shown - without comments and texts */
export const readSignature = (shown: string, { found, parameter }: SignatureForm): Signature | null => {
  const groups = found.exec(shown)?.groups;
  if (groups === undefined) return null;
  const { parameters = '', answer = '' } = groups;
  return {
    column: columnOf(shown),
    answer: answer.trim(),
    parameters: parameters.split(',').flatMap((written) => parameter(written) ?? []),
  };
};

/** The input that can be answered instead: the first parameter, where there are types one of the same. */
export const inputOf = ({ parameters, answer }: Signature): string | null =>
  parameters.find(({ type }) => answer === '' || type === answer)?.name ?? null;

export const columnOf = (line: string): number => line.length - line.trimStart().length;
