/** The functions of Go and Rust that answer with a value of a plain type: it becomes another one. */
import { hiddenIn } from '../languages.ts';
import { closingOf, showOnly, type ValueForm, type ValueEdit } from './other-values.ts';

/** Another value of one type: its code, and when it is another one. */
interface Other {
  readonly code: string;
  readonly when: string;
}

/** Up to the type of the answer; group 1 has it. */
const GO = /^func\s+(?:\([^()\n]*\)\s*)?\w+(?:\[[^\]\n]*\])?\s*\([^()]*\)[ \t]*(\([^()\n]*\)|[\w.*[\]]+)[ \t]*\{/gm;
const RUST =
  /^[ \t]*(?:pub(?:\([\w ]*\))?\s+)?(?:const\s+)?fn\s+\w+(?:<[^()]*?>)?\s*\([^()]*\)\s*->\s*([^{;]*?[^{;\s])\s*(?:where[^{;]*)?\{/gm;

export const valuesInGo = (text: string): readonly ValueEdit[] =>
  functionsIn(text, 'a.go', GO).flatMap(({ start, open, end, answer }) => {
    const types = typesIn(answer);
    const names = types.map((_, at) => `dualgate${at}`);
    const others = (form: 'other' | 'far') =>
      types.map((type, at) => goOther(names[at] ?? '', type, form, types.length));
    if (types.length === 0 || others('far').every((each) => each === null)) return [];
    const body = text.slice(open, end - 1);
    const inForm = (form: ValueForm, tests: readonly string[]): string => {
      const made = others(form === 'far' ? 'far' : 'other');
      const conditions = [
        ...new Set([...made, ...others('far')].flatMap((each) => (each === null ? [] : [each.when]))),
      ];
      const anywhere = conditions.includes('true') ? '' : `(${conditions.join(' || ')}) && `;
      const code =
        form === 'probe'
          ? `if ${anywhere}dualgateIsIn() { panic("dualgate") }\n\treturn ${names.join(', ')}`
          : `return ${names.map((name, at) => made[at]?.code ?? name).join(', ')}`;
      return [
        text.slice(0, open),
        `\n\tdualgateCount++\n\t${names.join(', ')} := func() ${answer} {${body}}()\n${names.map((name) => `\t_ = ${name}\n`).join('')}\t${code}\n}`,
        text.slice(end).replace(/\n*$/, '\n'),
        GO_END,
        form === 'probe' ? goIsIn(tests) : '',
      ].join('');
    };
    return [
      {
        from: 0,
        to: text.length,
        ...firstReturn(text, open, end),
        start,
        end,
        // An import has to stand before everything else.
        inForm: (form, tests) =>
          form === 'probe'
            ? inForm(form, tests).replace(/^(package\s+\w+[^\n]*\n)/m, '$1import dualgateRuntime "runtime"\n')
            : inForm(form, tests),
      },
    ];
  });

const GO_END =
  '\nvar dualgateCount int\n\ntype dualgateError struct{}\n\nfunc (dualgateError) Error() string { return "other" }\n';

/** A panic ends all tests of a package: it happens only below one that is asked about. */
const goIsIn = (tests: readonly string[]): string => `
func dualgateIsIn() bool {
	callers := make([]uintptr, 64)
	frames := dualgateRuntime.CallersFrames(callers[:dualgateRuntime.Callers(1, callers)])
	for {
		frame, more := frames.Next()
		name := frame.Function
		for at := len(name) - 1; at >= 0; at-- {
			if name[at] == '/' {
				name = name[at+1:]
				break
			}
		}
		for at := 0; at < len(name); at++ {
			if name[at] != '.' {
				continue
			}
			name = name[at+1:]
			for end := 0; end < len(name); end++ {
				if name[end] == '.' {
					name = name[:end]
				}
			}
			break
		}
		switch name {
		case ${[...new Set(tests.map(topOf)), ' '].map((each) => JSON.stringify(each)).join(', ')}:
			return true
		}
		if !more {
			return false
		}
	}
}
`;

/** The function of a test or of its subtests. */
const topOf = (test: string): string => /\bTest\w*/.exec(test)?.[0] ?? test;

const goOther = (name: string, type: string, form: 'other' | 'far', answers: number): Other | null => {
  const isSmall = /8$|^byte$/.test(type);
  if (/^(?:u?int(?:8|16|32|64)?|uintptr|byte|rune)$/.test(type)) {
    const count = `${type}(dualgateCount)`;
    if (form === 'far' || /^u|^byte/.test(type)) return always(`${name} + ${isSmall ? 9 : 10_001} + ${count}`);
    return always(`-${name} - ${isSmall ? 7 : 1_001} - ${count}`);
  }
  if (/^float(?:32|64)$/.test(type))
    return always(form === 'far' ? `${name} + 1000001` : `-${name} - 1001 - ${type}(dualgateCount)`);
  if (type === 'string') {
    const count = "string(rune('a'+dualgateCount%26))";
    return always(form === 'far' ? `"other" + ${count}` : `"-X " + ${name} + " x-" + ${count}`);
  }
  if (type === 'bool') return always(form === 'far' ? 'dualgateCount%2 == 0' : `!${name}`);
  if (type.startsWith('[]')) {
    const more = `append(${type}{*new(${type.slice(2)})}, ${name}...)`;
    return form === 'far' ? { code: `${name}[:0]`, when: `len(${name}) > 0` } : always(more);
  }
  if (type.startsWith('map[')) return { code: `${type}{}`, when: `len(${name}) > 0` };
  if (type !== 'error') return null;
  // Beside a value, an error that appears is one that any test notices.
  if (answers === 1) return always(`func() error { if ${name} != nil { return nil }; return dualgateError{} }()`);
  return form === 'far' ? { code: 'nil', when: `${name} != nil` } : null;
};

const always = (code: string): Other => ({ code, when: 'true' });

/** `(total int, err error)` has types, too; none where one cannot be read. */
const typesIn = (answer: string): readonly string[] => {
  if (!answer.startsWith('(')) return [answer];
  const parts = answer
    .slice(1, -1)
    .split(',')
    .map((part) => part.trim());
  const isNamed = parts.some((part) => /^\w+\s+\S/.test(part));
  if (!isNamed) return parts.includes('') ? [] : parts;
  const types: string[] = [];
  let type = '';
  for (const part of parts.toReversed()) {
    type = /^\w+\s+(\S.*)$/.exec(part)?.[1] ?? type;
    types.unshift(type);
  }
  return types;
};

export const valuesInRust = (text: string): readonly ValueEdit[] =>
  functionsIn(text, 'a.rs', RUST).flatMap(({ start, open, end, answer }) => {
    const far = rustOther('dualgate', answer, 'far');
    if (far === null) return [];
    const body = text.slice(open, end - 1);
    return [
      {
        from: open,
        to: end - 1,
        ...firstReturn(text, open, end),
        start,
        end,
        inForm: (form) => {
          const other = rustOther('dualgate', answer, form === 'far' ? 'far' : 'other') ?? far;
          const code = form === 'probe' ? `if ${other.when} { panic!("dualgate"); }\n    dualgate` : other.code;
          return `\n    #[allow(unused_mut)]\n    let mut dualgate: ${answer} = (|| -> ${answer} {${body}})();\n    ${code}\n`;
        },
      },
    ];
  });

const RUST_COUNT =
  '{ static COUNT: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(1); COUNT.fetch_add(1, std::sync::atomic::Ordering::SeqCst) }';

const rustOther = (name: string, type: string, form: 'other' | 'far'): Other | null => {
  if (/^[iu](?:8|16|32|64|128|size)$/.test(type)) {
    const by = form === 'far' ? 100 : 27;
    if (form === 'far' || type.startsWith('u'))
      return always(`${name}.wrapping_add(${by}).wrapping_add(${RUST_COUNT} as ${type})`);
    return always(`${name}.wrapping_neg().wrapping_sub(${by}).wrapping_sub(${RUST_COUNT} as ${type})`);
  }
  if (/^f(?:32|64)$/.test(type)) return always(form === 'far' ? `${name} + 1000001.0` : `-${name} - 1001.0`);
  if (type === 'bool') return always(form === 'far' ? `(${RUST_COUNT}) % 2 == 0` : `!${name}`);
  const words = form === 'far' ? `format!("other{}", ${RUST_COUNT})` : `format!("-X {} x-{}", ${name}, ${RUST_COUNT})`;
  if (type === 'String') return always(words);
  if (/^&(?:'\w+\s+)?str$/.test(type)) return always(`Box::leak(${words}.into_boxed_str())`);
  if (type.startsWith('Vec<')) {
    const less = form === 'far' ? `${name}.clear();` : `${name}.reverse(); ${name}.pop();`;
    return { code: `{ let mut ${name} = ${name}; ${less} ${name} }`, when: `!${name}.is_empty()` };
  }
  const [, around, inside = ''] = /^(?:std::option::)?(Option|Result)<(.*)>$/.exec(type) ?? [];
  if (around === undefined) return null;
  const of = around === 'Option' ? inside : inside.split(',')[0]?.trim();
  const other = of === undefined ? null : rustOther('inner', of, form);
  if (other === null) return null;
  return {
    code: `${name}.map(|inner| ${other.code})`,
    when: around === 'Option' ? `${name}.is_some()` : `${name}.is_ok()`,
  };
};

const functionsIn = (text: string, path: string, head: RegExp) => {
  const shown = showOnly(text, hiddenIn(path));
  return [...shown.matchAll(head)].flatMap(({ 0: whole, 1: answer = '', index }) => {
    const open = index + whole.length;
    const end = closingOf(shown, open - 1);
    return end === null ? [] : [{ start: index, open, end, answer }];
  });
};

/** For people: what stands first. */
const firstReturn = (text: string, open: number, end: number): Pick<ValueEdit, 'at' | 'returned'> => {
  const body = text.slice(open, end - 1);
  const found = /\breturn[ \t]+([^\n;}]+)/.exec(body);
  if (found !== null) return { at: open + found.index, returned: (found[1] ?? '').trim() };
  const last = body.trimEnd();
  const at = Math.max(last.lastIndexOf('\n') + 1, last.length - last.trimStart().length);
  return { at: open + at, returned: last.slice(at).trim() };
};
