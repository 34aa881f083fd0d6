/**
 * What an error of a test's own looks like in JavaScript (rule 2.5): a name that nothing declares, an import of what is
 * not there, an assertion that its library lacks. Only where a rule can tell: a value that a stub returned, and a
 * member that it lacks, are errors that the code will correct.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';

/**
 * An error as a runner hands it over; the stack begins with it.
 * @typedef {{ readonly name?: string | undefined, readonly message: string, readonly stack?: unknown }} Thrown
 * @typedef {'assertion' | 'own_error' | null} Failure `null`: another error, or nothing that a rule can tell
 */

const FRAME = /^\s+at .*$/gm;
/** `expect(1).toBeEqual(1)`, `assert.equl(1, 1)`. */
const NO_ASSERTION = /^(?:assert(?:\.strict)?|expect(?:\(\.\.\.\))?)(?:\.\w+)*\.\w+ is not a function/;
const NO_CHAI = /^Invalid Chai property: /;
const NO_MODULE = /^(?:Cannot find (?:module|package) |Failed to (?:load url|resolve import) )/;
const OF_IMPORTER = /(?:\b(?:from|in) |^- )['"]?([^'"\n]+?)['"]?(?:\. Does .*)?$/m;
/** `(0 , _sum.add)` is an import as compilers write it. */
const NOT_CALLABLE = /^(?:\(0\s*,\s*[\w$]+\.([\w$]+)\)|([\w$]+)) is not a (?:function|constructor)/;

/** @param {Thrown} error @param {string} file absolute: the file of the test */
export const isOwnError = ({ name, message, stack = '' }, file) => {
  // Tested code can give an error anything for a stack.
  const frames = String(stack).match(FRAME) ?? [];
  if (NO_MODULE.test(message)) return isPathOf(OF_IMPORTER.exec(message)?.[1] ?? '', file);
  // chai itself throws it.
  if (NO_CHAI.test(message)) return isIn(frames[1] ?? '', file);
  if (!isIn(frames[0] ?? '', file)) return false;
  if (name === 'ReferenceError') return true;
  if (name !== 'TypeError') return false;
  if (NO_ASSERTION.test(message) || message === 'Assignment to constant variable.') return true;
  const [, imported, bare] = NOT_CALLABLE.exec(message) ?? [];
  return lacksImport(imported ?? bare ?? '', file);
};

/** Of all errors of one test: one of its own shows that it is wrong, whatever the others are. @param {readonly Failure[]} failures @returns {{ failure?: 'assertion' | 'own_error' }} */
export const joinFailures = (failures) => {
  if (failures.includes('own_error')) return { failure: 'own_error' };
  return failures.length > 0 && failures.every((each) => each === 'assertion') ? { failure: 'assertion' } : {};
};

/** Of a text that begins like a stack: `TypeError: it is none`. @param {string} text @returns {Thrown} */
export const readThrown = (text) => {
  const [head = ''] = text.split(/\n\s+at /, 1);
  const [, name, message = head] = /^(?:Uncaught )?(\w+)(?: \[\w+\])?: ([\s\S]*)$/.exec(head) ?? [];
  return { name, message, stack: text };
};

/** mocha makes paths relative. @param {string} frame @param {string} file */
const isIn = (frame, file) => {
  if (file === '') return false;
  const short = relative(process.cwd(), file);
  return [file, pathToFileURL(file).href, ` ${short}`, `(${short}`].some((place) => frame.includes(`${place}:`));
};

/** The end of it, as jest writes it, is enough. @param {string} path @param {string} file */
const isPathOf = (path, file) =>
  path !== '' && (path === file || path === pathToFileURL(file).href || file.endsWith(`/${path}`));

/** `import { add } from './sum.js'`, `const { add } = require('./sum')`. */
const IMPORTS = /\{([^{}]*)\}\s*(?:from\s*|=\s*(?:await\s+import|require)\s*\(\s*)['"](\.{1,2}\/[^'"]*)['"]/g;
/** What passes on names that it does not write down. */
const PASSES_ON = /\bexport\s*\*|\brequire\s*\(|\.\.\.|\bexports\s*\[|\bObject\s*\.|\bReflect\b|\bProxy\b/;

/** Whether the file imports a callable of this name from a module beside it in which the name does not occur. @param {string} name @param {string} file */
const lacksImport = (name, file) => {
  if (name === '') return false;
  for (const [, names = '', path = ''] of readText(file).matchAll(IMPORTS)) {
    const imported = names
      .split(',')
      .map(wordsOf)
      .find((each) => each.includes(name))?.[0];
    if (imported === undefined) continue;
    const module = findModule(resolve(dirname(file), path));
    const text = module === null ? '' : readText(module);
    return text !== '' && !PASSES_ON.test(text) && !wordsOf(text).includes(imported);
  }
  return false;
};

/** @param {string} text @returns {readonly string[]} */
const wordsOf = (text) => text.match(/[\w$]+/g) ?? [];

const ENDINGS = ['', ...['js', 'ts', 'mjs', 'cjs', 'mts', 'cts', 'jsx', 'tsx'].map((ending) => `.${ending}`)];

/** @param {string} path */
const findModule = (path) =>
  [path, path.replace(/\.([cm]?)jsx?$/, '.$1ts'), path.replace(/\.jsx?$/, '.tsx'), resolve(path, 'index')]
    .flatMap((each) => ENDINGS.map((ending) => each + ending))
    .find((each) => existsSync(each) && statSync(each).isFile()) ?? null;

/** @param {string} path */
const readText = (path) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};
