/** Code that turns any value into another one of the same kind while the program runs, in untyped languages. */

// Parts of a text in a language that is read by patterns. Pure.

/** Without comments and the insides of strings: offsets stay. @param isFlat - without line ends in strings, too */
export const showOnly = (text: string, hidden: RegExp, isFlat = false): string =>
  text.replace(hidden, (it) => {
    const isString = /^["'`]/.test(it);
    const blank = it.replaceAll(isString && isFlat ? /[\s\S]/g : /[^\n]/g, ' ');
    return isString ? `${it.charAt(0)}${blank.slice(1, -1)}${it.charAt(0)}` : blank;
  });

/** The end of the statement that begins there: that of a line outside of all brackets. @param shown - without strings */
export const balancedEnd = (shown: string, from: number): number => {
  let depth = 0;
  for (let at = from; at < shown.length; at += 1) {
    const char = shown.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if (depth < 0 || (depth === 0 && (char === '\n' || char === ';') && shown.charAt(at - 1) !== '\\')) return at;
  }
  return shown.length;
};

/** The offset behind the bracket that closes the one at `from`; `null` where none does. */
export const closingOf = (shown: string, from: number): number | null => {
  let depth = 0;
  for (let at = from; at < shown.length; at += 1) {
    const char = shown.charAt(at);
    if ('([{'.includes(char)) depth += 1;
    if (')]}'.includes(char)) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
};

/** A part of a text, with some ranges of it in other words. */
export const replaceIn = (
  text: string,
  { from, to }: Range,
  ranges: readonly Range[],
  inWords: (part: string) => string,
): string => {
  let made = '';
  let done = from;
  for (const range of ranges) {
    made += text.slice(done, range.from) + inWords(text.slice(range.from, range.to));
    done = range.to;
  }
  return made + text.slice(done, to);
};

interface Range {
  readonly from: number;
  readonly to: number;
}

/** `other`: near the value. `far`: without anything of it. `probe`: fails where `other` would change something. */
export type ValueForm = 'other' | 'far' | 'probe';

/** Each call gives another one, so that a test that compares two answers notices as well. */
const JS_COUNT = '(globalThis.dualgateCount = (globalThis.dualgateCount || 0) + 1)';

const JS_LEAVES = {
  other: {
    number: `-v - 1001 - ${JS_COUNT}`,
    bigint: '-v - BigInt(1001)',
    string: `'-X ' + v + ' x-' + ${JS_COUNT}`,
    boolean: '!v',
    date: `new Date(+v - 86400000 - ${JS_COUNT})`,
    list: 'w.every((e, i) => e === v[i]) ? [...v, v[0]] : new Set(w.map((e) => typeof e)).size === 1 ? w.reverse() : w',
    map: 'new Map([...v].map(([k, e]) => [k, f(f, e, d + 1)]))',
    set: 'new Set([...v].map((e) => f(f, e, d + 1)))',
  },
  far: {
    number: `v + 1000000 + ${JS_COUNT}`,
    bigint: 'v + BigInt(1000000)',
    string: `'other' + ${JS_COUNT}`,
    boolean: `${JS_COUNT} % 2 === 0`,
    date: `new Date(+v + 86400000000 + ${JS_COUNT})`,
    list: '[]',
    map: 'new Map()',
    set: 'new Set()',
  },
} as const;

const jsForm = (form: 'other' | 'far', any: string): string => {
  const leaf = JS_LEAVES[form];
  return [
    `((f${any}) => (v${any})${any} => f(f, v, 0))((f${any}, v${any}, d${any})${any} => {`,
    `if (typeof v === 'number') return v === v ? ${leaf.number} : v;`,
    `if (typeof v === 'bigint') return ${leaf.bigint};`,
    `if (typeof v === 'string') return ${leaf.string};`,
    `if (typeof v === 'boolean') return ${leaf.boolean};`,
    "if (v === null || typeof v !== 'object' || d > 3) return v;",
    'const is = Object.prototype.toString.call(v);',
    `if (is === '[object Promise]') return v.then((e${any}) => f(f, e, d));`,
    `if (is === '[object Array]') { if (v.length === 0) return ['other']; const w${any} = v.map((e${any}) => f(f, e, d + 1)); return ${leaf.list.replaceAll(/\((e|e, i)\)/g, (_, names: string) => `(${names.replaceAll(/\w+/g, `$&${any}`)})`)}; }`,
    `if (is === '[object Date]') return ${leaf.date};`,
    `if (is === '[object Map]') return v.size === 0 ? new Map([['other', 'other']]) : ${leaf.map.replace('([k, e])', `([k, e]${any})`)};`,
    `if (is === '[object Set]') return v.size === 0 ? new Set(['other']) : ${leaf.set.replace('(e)', `(e${any})`)};`,
    'const p = Object.getPrototypeOf(v);',
    "if ((p !== null && Object.getPrototypeOf(p) !== null) || '$$typeof' in v) return v;",
    `const w${any} = { ...v }; const keys = Object.keys(v);`,
    'if (keys.length === 0) return { other: 1 };',
    `for (const k of keys) w[k] = f(f, v[k], d + 1);`,
    'return keys.every((k) => w[k] === v[k]) ? v : w; })',
  ].join(' ');
};

/** @param any - the annotation of a parameter where the compiler wants one */
const jsProbe = (any: string): string =>
  `((a${any}) => (v${any})${any} => { const look = (e${any})${any} => { if (!Object.is(a(e), e)) throw new Error('dualgate'); return e; }; return Object.prototype.toString.call(v) === '[object Promise]' ? v.then(look) : look(v); })(${jsForm('other', any)})`;

/** A function of one value, as an expression. @param isTyped - TypeScript */
export const jsOther = (form: ValueForm, isTyped: boolean): string => {
  const any = isTyped ? ': any' : '';
  const code = form === 'probe' ? jsProbe(any) : jsForm(form, any);
  return isTyped ? code.replaceAll('globalThis.', '(globalThis as any).') : code;
};

const PY_COUNT = "next(__import__('sys').__dict__.setdefault('dualgate', __import__('itertools').count(1)))";
const PY_LEAVES = {
  other: {
    bool: 'not v',
    number: `-v - 1001 - ${PY_COUNT}`,
    text: `'-X ' + v + ' x-' + str(${PY_COUNT})`,
    bytes: "b'-X ' + bytes(v)",
    date: "v - __import__('datetime').timedelta(days=401)",
    list: '(lambda w: v + [v[0]] if all(a is b for a, b in zip(v, w)) else list(reversed(w)))([f(f, e, d + 1) for e in v])',
    set: 'type(v)([f(f, e, d + 1) for e in v])',
  },
  far: {
    bool: `${PY_COUNT} % 2 == 0`,
    number: `v + 1000000 + ${PY_COUNT}`,
    text: `'other' + str(${PY_COUNT})`,
    bytes: "b'other'",
    date: "v + __import__('datetime').timedelta(days=40001)",
    list: '[]',
    set: 'type(v)()',
  },
} as const;

const pyForm = (form: 'other' | 'far'): string => {
  const leaf = PY_LEAVES[form];
  const changed = '(lambda w: v if all(w[k] is v[k] for k in v) else w)';
  return [
    '(lambda f: lambda v: f(f, v, 0))(lambda f, v, d:',
    "v if v is None or d > 3 or isinstance(v, __import__('enum').Enum)",
    `else (${leaf.bool}) if isinstance(v, bool)`,
    `else (${leaf.number} if v == v else v) if isinstance(v, __import__('numbers').Number)`,
    `else (${leaf.text}) if isinstance(v, str)`,
    `else (${leaf.bytes}) if isinstance(v, bytes)`,
    `else (${leaf.date}) if isinstance(v, __import__('datetime').date)`,
    `else (['other'] if not v else ${leaf.list}) if type(v) is list`,
    "else (type(v)(*[f(f, e, d + 1) for e in v]) if hasattr(v, '_fields') else ('other',) if not v else tuple([f(f, e, d + 1) for e in v])) if isinstance(v, tuple)",
    `else (type(v)(['other']) if not v else ${leaf.set}) if type(v) in (set, frozenset)`,
    `else ({'other': 1} if not v else ${changed}({k: f(f, e, d + 1) for k, e in v.items()})) if type(v) is dict`,
    "else (lambda g: v if all(e is getattr(v, k) for k, e in g.items()) else (lambda w: ([object.__setattr__(w, k, e) for k, e in g.items()], w)[1])(__import__('copy').copy(v)))({x.name: f(f, getattr(v, x.name), d + 1) for x in __import__('dataclasses').fields(v)}) if __import__('dataclasses').is_dataclass(v) and not isinstance(v, type)",
    'else v)',
  ].join(' ');
};

export const pyOther = (form: ValueForm): string =>
  form === 'probe'
    ? `(lambda a: lambda v: (_ for _ in ()).throw(Exception('dualgate')) if a(v) is not v else v)(${pyForm('other')})`
    : pyForm(form);

/** One range of a text, and what stands there in each form. */
export interface ValueEdit {
  readonly from: number;
  readonly to: number;
  /** Offset of the first value that it returns, and its text. */
  readonly at: number;
  readonly returned: string;
  /** The offsets of the whole function. */
  readonly start: number;
  readonly end: number;
  /** @param tests - the names of those that `probe` asks about, where a failure ends all tests */
  readonly inForm: (form: ValueForm, tests: readonly string[]) => string;
}
