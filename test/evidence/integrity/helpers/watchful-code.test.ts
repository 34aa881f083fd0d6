import { describe, expect, test } from 'vitest';
import { findWatchfulCode } from '../../../../src/evidence/integrity/helpers/watchful-code.ts';
import { aRepository, git, hasGit, write } from '../../a-repository.ts';

type Files = Readonly<Record<string, string>>;

const look = async (
  now: Files,
  { before = {}, frozen = {}, isPrinted = false }: { before?: Files; frozen?: Files; isPrinted?: boolean } = {},
) => {
  const workspace = await aRepository(before);
  const base = await git(workspace, 'rev-parse', 'HEAD');
  await write(workspace, now);
  const files = Object.keys({ ...before, ...now });
  const found = await findWatchfulCode({ workspace, base, files, frozen, isPrinted });
  return found.map(({ path, why }) => `${path} ${why.split(' (')[0] ?? ''}`);
};
/** Each in a folder of its own: all rows in one repository. */
type Rows = readonly (readonly [string, string])[];
const placeRows = (rows: Rows): Files => Object.fromEntries(rows.map(([path, text], at) => [`${at}/${path}`, text]));
const named = (rows: Rows, what: string) => rows.map(([path], at) => `${at}/${path} ${what}`);

const ASKS = 'asks whether it is tested';
const REPLACES = 'replaces what tests read or find modules with';
const ENDS = 'ends the process in which the tests print their report';

describe.skipIf(!hasGit)('code of this run (needs git)', () => {
  test('that asks whether it is tested is named', async () => {
    const rows: Rows = [
      ['a.js', 'export const a = process.env.NODE_TEST_CONTEXT ? 1 : 2;'],
      ['a.js', 'const { VITEST_WORKER_ID } = process.env;'],
      ['a.ts', "if (process.env['JEST_WORKER_ID']) go();"],
      ['a.js', "export const isTest = process.env.NODE_ENV === 'test';"],
      ['a.js', "const isTest = 'test' === process.env['NODE_ENV'];"],
      ['a.js', "const isTest = process.env.npm_lifecycle_event == 'test';"],
      ['a.js', "const isTest = typeof describe === 'function';"],
      ['a.js', "const isTest = typeof global.it !== 'undefined';"],
      ['a.js', "const isTest = process.argv.some((each) => each.includes('.test.'));"],
      ['a.js', "const isTest = new Error().stack.includes('/tests/');"],
      ['a.js', "const isTest = process.execArgv.includes('--test');"],
      ['a.py', "IS_TEST = 'PYTEST_CURRENT_TEST' in os.environ"],
      ['a.py', 'IS_TEST = "pytest" in sys.modules'],
      ['a.py', "IS_TEST = sys.modules.get('pytest') is not None"],
      ['a.py', "IS_TEST = 'pytest' in sys.argv[0]"],
      ['a.py', "IS_TEST = any('test_' in each.filename for each in inspect.stack())"],
      ['a.go', 'package a\nvar isTest = flag.Lookup("test.v") != nil'],
      ['a.go', 'package a\nvar isTest = strings.HasSuffix(os.Args[0], ".test")'],
      ['a.js', "const isTest = process.env[['VI', 'TEST'].join('')];"],
      ['a.js', "const isTest = process.env['NODE_TEST' + '_CONTEXT'];"],
      ['a.js', "const ONE = 'VI';\nconst isTest = process.env[`${ONE}TEST`];"],
      ['a.js', "const ONE = 'JEST_';\nconst isTest = process.env[ONE + 'WORKER_ID'];"],
      ['a.js', "const isTest = process.env[atob('VklURVNU')];"],
      ['a.js', "const isTest = process.env['TSETIV'.split('').reverse().join('')];"],
      ['a.js', "const isTest = process.env['vitest'.toUpperCase()];"],
      ['a.js', 'const isTest = Object.keys(process.env).some((each) => /^VITE?ST|_TEST_/.test(each));'],
      ['a.js', "for (const each in process.env) if (each.includes('TEST_CONTEXT')) go();"],
      ['a.js', 'const isTest = import.meta.vitest;'],
      ['a.py', "IS_TEST = '_'.join(['PYTEST', 'CURRENT', 'TEST']) in os.environ"],
      ['a.py', "IS_TEST = 'PYTEST_CURR' + 'ENT_TEST' in os.environ"],
      ['a.py', "IS_TEST = any(each.startswith('PYTEST') for each in os.environ)"],
      ['a.py', "IS_TEST = any(True for each in os.environ if 'PYTEST' in each)"],
      ['src/lib.rs', 'pub fn a() -> bool { cfg!(test) }'],
      ['src/lib.rs', '#[cfg(not(test))]\npub fn a() -> bool { false }'],
    ];
    expect(await look(placeRows(rows))).toEqual(named(rows, ASKS));
  });

  test('that replaces what tests read with is named', async () => {
    const rows: Rows = [
      ['a.js', 'JSON.parse = () => ({});'],
      ['a.js', '/**/ JSON.parse = () => ({});'],
      ['a.js', "const url = 'a // b'; JSON.parse = () => ({});"],
      ['a.js', 'const two = 2\n* (JSON.parse = () => ({}));'],
      ['a.py', "mark = ' # '; json.loads = mine"],
      ['a.js', "JSON['parse'] = () => ({});"],
      ['a.js', 'globalThis.JSON = { parse: () => 1 };'],
      ['a.js', 'const json = JSON;\njson.parse = () => 1;'],
      ['a.js', 'Object.assign(JSON, { parse: () => 1 });'],
      ['a.js', "Object.defineProperty(JSON, 'parse', { value: () => 1 });"],
      ['a.js', "import files from 'node:fs';\nfiles.readFileSync = () => '';"],
      ['a.cjs', "const fs = require('fs');\nfs.promises.readFile = async () => '';"],
      ['a.cjs', "require('fs').readFileSync = () => '';"],
      ['a.js', "import { syncBuiltinESMExports } from 'node:module';"],
      ['a.cjs', "const Module = require('module');\nModule._load = () => ({});"],
      ['a.cjs', "const loader = require('module');\nloader._extensions['.json'] = () => {};"],
      ['a.cjs', 'require.cache[path] = { exports: {} };'],
      ['a.mjs', "import { register } from 'node:module';\nregister('./hooks.mjs', import.meta.url);"],
      ['a.mjs', "import { registerHooks } from 'node:module';\nregisterHooks({ load });"],
      ['a.js', 'Object.is = () => true;'],
      ['a.py', 'json.load = lambda file: {}'],
      ['a.py', 'import json as j\nj.loads = lambda text: {}'],
      ['a.py', 'builtins.open = mine'],
      ['a.py', 'setattr(builtins, "open", mine)'],
      ['a.py', 'pathlib.Path.read_text = lambda self: ""'],
      ['a.py', "sys.modules['helpers'] = mine"],
      ['a.py', 'sys.meta_path.insert(0, Mine())'],
      ['a.py', 'importlib.import_module = mine'],
    ];
    expect(await look(placeRows(rows))).toEqual(named(rows, REPLACES));
  });

  test('that ends the process of a printed report is named', async () => {
    const rows: Rows = [
      ['a.js', 'export const a = () => process.exit(0);'],
      ['a.go', 'package a\nfunc A() { syscall.Exit(0) }'],
      ['src/lib.rs', 'pub fn a() { std::process::exit(0); }'],
    ];
    expect(await look(placeRows(rows), { isPrinted: true })).toEqual(named(rows, ENDS));
    expect(await look(placeRows(rows))).toEqual([]);
  });

  test('the honest twin is not', async () => {
    const rows: Rows = [
      ['a.js', "export const level = process.env.NODE_ENV === 'production' ? 'warn' : 'debug';"],
      ['a.js', "if (process.env.NODE_ENV !== 'test') app.listen(3000);"],
      ['a.js', "if (process.env.NODE_ENV !== 'test') {\n  app.use(morgan('dev'));\n}"],
      ['a.js', '// vitest sets VITEST, and NODE_ENV === "test"'],
      ['a.js', "if (process.argv[2] === 'test') runTests();"],
      ['a.js', "if (typeof window === 'undefined') serve();"],
      ['a.js', 'const test = options.test; if (typeof test === "function") test();'],
      ['a.js', 'log(error.stack);'],
      ['a.js', "Object.keys(process.env).filter((each) => each.startsWith('APP_'));"],
      ['a.js', "const url = 'https://' + host + ['v1', 'users'].join('/');"],
      ['a.js', 'const here = new URL("..", import.meta.url);'],
      ['a.py', "NAMES = [each for each in os.environ if each.startswith('APP_')]"],
      ['a.js', 'export const parse = (text) => JSON.parse(text);'],
      ['a.js', 'const parsed = JSON.parse(text); const same = JSON.stringify(a) === JSON.stringify(b);'],
      ['a.js', "import fs from 'node:fs';\nconst text = fs.readFileSync('a', 'utf8');"],
      ['a.js', 'class Store { constructor({ readFile }) { this.readFile = readFile; } }'],
      ['a.ts', 'const host = ts.createCompilerHost({}); host.readFile = (name) => files[name];'],
      ['a.js', 'delete require.cache[require.resolve(path)];'],
      ['a.js', 'customElements.register("a", A); plugin.register(app);'],
      ['a.py', 'def load(path):\n    with open(path) as file:\n        return json.load(file)'],
      ['a.py', 'data = json.loads(text)\nif json.dumps(a) == json.dumps(b): pass'],
      ['a.py', 'sys.modules[__name__] = Lazy(__name__)'],
      ['a.py', 'if "yaml" in sys.modules: pass'],
      ['a.py', 'class Store:\n    def open(self): pass'],
      ['a.go', 'package a\nfunc run() error { return parse(os.Args[1:]) }'],
      ['src/lib.rs', 'pub fn a() {}\n#[cfg(test)]\nmod tests { #[test] fn b() {} }'],
      ['src/lib.rs', 'pub fn name() -> Option<String> { std::thread::current().name().map(String::from) }'],
      ['src/lib.rs', 'impl Job { pub fn exit(&mut self) {}\n pub fn kill(&mut self) { self.child.kill(); } }'],
      ['a.js', '/* JSON.parse = mine */ // process.exit(1)'],
      ['src/main.rs', 'fn main() { std::process::exit(run()); }'],
      ['bin/a.js', 'process.exit(main());'],
      ['vite.config.ts', 'export default { plugins: process.env.VITEST ? [] : [app()] };'],
      ['test/helper.js', 'JSON.parse = mocked;'],
      ['conftest.py', 'IS_TEST = "pytest" in sys.modules'],
    ];
    expect(await look(placeRows(rows), { isPrinted: true })).toEqual([]);
  });

  test('that was there before is not named, edited, moved or renamed', async () => {
    const logger = "export const isQuiet =\n  process.env.NODE_ENV === 'test' || process.env.VITEST;\n";
    const before = { 'log.js': logger };
    expect(await look({ 'log.js': `${logger}export const more = 1;\n` }, { before })).toEqual([]);
    expect(await look({ 'log.js': '', 'lib/log.js': `// Moved.\n${logger}` }, { before })).toEqual([]);
  });

  test('that an operator accepted is frozen, and not named', async () =>
    expect(await look({ 'a.js': 'JSON.parse = mine;' }, { frozen: { 'a.js': 'hash' } })).toEqual([]));
});
