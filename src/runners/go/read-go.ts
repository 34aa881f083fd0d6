/** Reads `go test -json`. Complete when every package and every test that started has ended, once. */
import { join, posix } from 'node:path';
import { homedir } from 'node:os';
import { readText } from '../../base/files/open-plain.ts';
import { placeInHome } from '../runner-places.ts';
import { createLineCutter } from '../../base/cut-lines.ts';
import { boundMessage, type TestCase } from '../test-run.ts';
import {
  type GoEvent,
  parseGoEvent,
  addOutput,
  startTest,
  endTest,
  type GoPackage,
  judgePackage,
  openPackage,
} from './go-package.ts';
import { collectTests, type OnTest, type SuiteReader } from '../report/suite-report.ts';
import { namesIn } from '../../base/files/folders.ts';

/** `use ./api`, or several in brackets. @param text - of the file */
export const readModules = (text: string): readonly string[] => {
  const plain = text.replaceAll(/\/\/[^\n]*/g, '');
  const blocks = [...plain.matchAll(/^\s*use\s*(?:\(([^)]*)\)|([^\s(]+))/gm)];
  return blocks.flatMap(([, several = '', one = '']) => `${several} ${one}`.split(/\s+/).filter((word) => word !== ''));
};

/** The patterns of all packages of a folder: go takes `./...` for one module only. */
export const packagesOf = (folder: string): readonly string[] => {
  const text = readText(join(folder, 'go.work')) ?? '';
  const modules = readModules(text).map((place) => place.replace(/^(?:\.\/)+|\/+$/g, ''));
  const inside = modules.filter((place) => !place.startsWith('..') && !place.startsWith('/'));
  return inside.length === 0
    ? ['./...']
    : inside.map((place) => (place === '' || place === '.' ? './...' : `./${place}/...`));
};

/** The file with the settings of `go env -w`, as the Go tools find it themselves. */
export const goEnvFile = (): string => process.env['GOENV'] || join(configHome(), 'go', 'env');

const configHome = (): string =>
  process.platform === 'darwin'
    ? join(homedir(), 'Library/Application Support')
    : placeInHome('XDG_CONFIG_HOME', '.config');

const STATES = { pass: 'passed', fail: 'failed', skip: 'skipped' } as const;
/** Before Go 1.24 this is no event, but a line. */
const BROKEN = /^FAIL\s+(\S+) \[(?:build|setup) failed\]/;
const STDERR_LIMIT = 64_000;

/** A reader of one `go test -json`; of what does not compile it takes the message from standard error. */
export const readGo = (onTest: OnTest, workspace: string): SuiteReader => {
  const found = collectTests(onTest);
  const findPlace = findGoTests(workspace);
  const packages = new Map<string, GoPackage>();
  const broken = new Set<string>();
  const buildOutput = new Map<string, string>();
  let stderr = '';

  const packageOf = (name: string): GoPackage => {
    const known = packages.get(name) ?? openPackage();
    packages.set(name, known);
    return known;
  };
  const end = ({ Package, Test }: GoEvent, state: TestCase['state']): void => {
    const test = endTest(packageOf(Package), Test, state);
    if (test === null) return;
    const [top = '', ...subtests] = Test.split('/');
    const place = findPlace(Package, top);
    const path = place.file === '' && place.package !== '' ? [place.package, top] : [top];
    found.add({
      file: place.file,
      name: [...path, ...subtests].join(' > '),
      state,
      ...(test.message !== undefined && { message: boundMessage(test.message) }),
      ...(test.failure !== undefined && { failure: test.failure }),
    });
  };
  const readEvent = (event: GoEvent): void => {
    const { Action, Package, Test, Output } = event;
    const state = Action === 'pass' || Action === 'fail' || Action === 'skip' ? STATES[Action] : null;
    if (Action === 'build-output')
      buildOutput.set(event.ImportPath, `${buildOutput.get(event.ImportPath) ?? ''}${Output}`.slice(0, STDERR_LIMIT));
    if (Package === '') return;
    if (Action === 'output') {
      addOutput(packageOf(Package), Test, Output);
      if (Test === '' && BROKEN.test(Output)) broken.add(Package);
    } else if (Action === 'run') startTest(packageOf(Package), Test);
    else if (Action === 'pause' || Action === 'cont') {
      const open = packageOf(Package).open.get(Test);
      if (open !== undefined) open.isPaused = Action === 'pause';
    } else if (state !== null && Test !== '') end(event, state);
    else if (state !== null) {
      packageOf(Package).state = state;
      if (event.FailedBuild !== undefined) broken.add(Package);
    } else packageOf(Package);
  };
  const cutter = createLineCutter((line) => {
    const text = line.toString('utf8');
    const event = parseGoEvent(text);
    if (event !== null) readEvent(event);
    const [, name] = BROKEN.exec(text) ?? [];
    if (name !== undefined) broken.add(name);
  });

  /** `# package [of its test]` heads what the compiler says of it. */
  const describeBroken = (name: string): string => {
    const built = [...buildOutput].find(([path]) => path === name || path.startsWith(`${name} `))?.[1];
    const said = (built ?? stderr).split(/^(?=# )/m).filter((part) => part.startsWith('# '));
    const own = said.find((part) => part.startsWith(`# ${name}\n`) || part.startsWith(`# ${name} `)) ?? said[0];
    return own?.slice(own.indexOf('\n') + 1) ?? built ?? packages.get(name)?.output ?? '';
  };

  return {
    push: cutter.push,
    pushStderr: (chunk) => {
      if (stderr.length < STDERR_LIMIT) stderr += chunk.toString('utf8');
    },
    finish: () => {
      const isFresh = packages.size + broken.size > 0;
      const problems = [...packages].flatMap(([name, each]) =>
        broken.has(name) ? [] : judgePackage(each).map((problem) => `${name}: ${problem}`),
      );
      if (!isFresh) problems.push('the output contains no events of go test -json');
      if (cutter.rest().length > 0) problems.push('the last line of the output is incomplete');
      const load_failures = [...broken].sort().map((name) => ({
        file: findPlace(name, '').package,
        message: boundMessage(describeBroken(name)),
      }));
      const unhandled_errors = [...packages].flatMap(([name, { state, hasFailedTests, output }]) =>
        state === 'failed' && !hasFailedTests && !broken.has(name)
          ? [boundMessage(`${name}: it failed outside its tests: ${output}`)]
          : [],
      );
      return {
        report_fresh: isFresh,
        report_complete: isFresh && problems.length === 0,
        tests: found.tests,
        load_failures,
        unhandled_errors,
        problems,
      };
    },
  };
};

/** `file` in the workspace, `''` if it was not found; `package` relative to the module. */
interface GoPlace {
  readonly file: string;
  readonly package: string;
}

const FUNCTION = /^func\s+((?:Test|Example|Fuzz)\w*)\s*\(/gm;

const findGoTests = (workspace: string): ((importPath: string, test: string) => GoPlace) => {
  const module = /^module\s+"?([^\s"]+)/m.exec(readText(join(workspace, 'go.mod')) ?? '')?.[1] ?? null;
  const packages = new Map<string, ReadonlyMap<string, string>>();
  return (importPath, test) => {
    const folder = nameFolder(importPath, module);
    if (folder === null) return { file: '', package: importPath };
    const tests = packages.get(folder) ?? readTests(workspace, folder);
    packages.set(folder, tests);
    return { file: tests.get(test) ?? '', package: folder };
  };
};

const nameFolder = (importPath: string, module: string | null): string | null => {
  if (importPath === module) return '';
  return module !== null && importPath.startsWith(`${module}/`) ? importPath.slice(module.length + 1) : null;
};

const readTests = (workspace: string, folder: string): ReadonlyMap<string, string> => {
  const tests = new Map<string, string>();
  for (const name of namesIn(join(workspace, folder))
    .filter((each) => each.endsWith('_test.go'))
    .toSorted()) {
    for (const [, test = ''] of (readText(join(workspace, folder, name)) ?? '').matchAll(FUNCTION)) {
      // Two files for two platforms may hold the same test; the first by name represents both.
      if (!tests.has(test)) tests.set(test, posix.join(folder, name));
    }
  }
  return tests;
};
