/**
 * The part of a Makefile or a justfile that a command reaches: the targets that it names, what these depend on and call,
 * and every line outside of a target. Another target, which starts the product, decides nothing. Found by words; in doubt
 * it is the whole file.
 *
 * @module
 */
interface Target {
  readonly names: readonly string[];
  /** With what it depends on. */
  readonly text: string;
}

const HEAD = /^@?([^\s#:=][^:=#]*?)\s*::?(?![:=])(.*)$/;
/** Targets that no word names: patterns, included files, text that is made. */
const OPEN =
  /^(?=[^\s#])[^=\n]*%[^=\n]*:|^\s*(?:-?include|sinclude|import|mod|define)\b|\$[({](?:eval|foreach|call)\b/m;
const WORD = /[\w./-]+/g;

/** @param command - the program and its arguments */
export const reachTargets = (text: string, [, ...command]: readonly string[]): string => {
  const { targets, others } = splitTargets(text.replaceAll('\\\n', ' '));
  const first = targets.find(({ names }) => !names.some((name) => name.startsWith('.')));
  if (OPEN.test(text) || first === undefined) return text;
  const reached = new Set<Target>();
  const visit = (words: string): void => {
    const named = new Set(words.match(WORD));
    for (const target of targets) {
      if (reached.has(target) || !target.names.some((name) => named.has(name))) continue;
      reached.add(target);
      visit(target.text);
    }
  };
  visit([...command, others].join('\n'));
  if (reached.size === 0) {
    reached.add(first);
    visit(first.text);
  }
  return [others, ...[...reached].map((target) => target.text)].join('\n');
};

const splitTargets = (text: string): { readonly targets: readonly Target[]; readonly others: string } => {
  const targets: Target[] = [];
  const others: string[] = [];
  let lines: string[] | null = null;
  const close = (): void => {
    const [head = '', ...rest] = lines ?? [];
    const [, names = '', needs = ''] = HEAD.exec(head) ?? [];
    if (lines !== null) targets.push({ names: names.split(/\s+/), text: [needs, ...rest].join('\n') });
    lines = null;
  };
  for (const line of text.split('\n')) {
    if (lines !== null && (/^\s/.test(line) || line === '')) lines.push(line);
    else {
      close();
      if (HEAD.test(line)) lines = [line];
      else if (!line.startsWith('#')) others.push(line);
    }
  }
  close();
  return { targets, others: others.join('\n') };
};
