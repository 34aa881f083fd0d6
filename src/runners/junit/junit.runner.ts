/** Anything that writes JUnit XML; the configs of PHPUnit, Maven and Gradle belong to it, since they report that way. */
import { boundError, boundMessage, type TestRun } from '../test-run.ts';
import { decodeXml, type JunitCase } from './read-xml.ts';
import { parseJunit } from './parse-junit.ts';
import { collectTests, nameFailed } from '../report/suite-report.ts';
import type { FilesOptions, FilesReader, Runner } from '../runner.ts';
import { withEndings } from '../runner-places.ts';

// Believed when every file is well-formed to its end and no test is missing by its sums.

/** The key of the config by which sums are not compared. */
const WAY_OUT = 'tests.junit.sums: ignore';

const createJunitReader = ({ onTest, nameFile, sums: comparison }: FilesOptions): FilesReader => {
  const found = collectTests(onTest);
  const problems: string[] = [];
  /** One sentence for all tools that dualgate does not know. */
  const doubtful: string[] = [];
  const loadFailures: TestRun['load_failures'][number][] = [];
  const errors: string[] = [];
  let files = 0;

  const refuse = (path: string, why: string): void => {
    files += 1;
    problems.push(`${nameFile(path)}: ${why}`);
  };
  const addCase = ({ file, path, state, message, failure, place }: JunitCase): void => {
    const name = path.filter((part) => part !== '').join(' > ');
    if (place === 'load') loadFailures.push({ file: nameFile(file) || name, message: boundError(message, nameFile) });
    else if (place !== 'test' && state === 'failed') errors.push(`${name}: ${boundError(message, nameFile)}`);
    if (place !== 'test' && place !== 'beside') return;
    found.add({
      file: nameFile(file),
      name: path.join(' > '),
      state,
      ...(state === 'failed' && { message: boundMessage(message), ...(failure !== undefined && { failure }) }),
    });
  };

  return {
    refuse,
    add: (path, bytes) => {
      const decoded = decodeXml(bytes);
      if ('problem' in decoded) return refuse(path, decoded.problem);
      const parsed = parseJunit(decoded.text);
      if (parsed.problem !== null) refuse(path, parsed.problem);
      else files += 1;
      const sums = comparison === 'ignore' ? [] : parsed.sums.map((sum) => `${nameFile(path)}: ${sum}`);
      (parsed.writer === null ? doubtful : problems).push(...sums);
      errors.push(...parsed.errors.map(boundMessage));
      for (const each of parsed.cases) addCase(each);
    },
    finish: (place) => {
      if (files === 0) problems.push(`the test run wrote no report to ${place}`);
      problems.push(...describeDoubt(doubtful));
      return {
        report_fresh: files > 0,
        report_complete: files > 0 && problems.length === 0,
        tests: found.tests,
        load_failures: loadFailures,
        unhandled_errors: errors,
        problems: [...problems, ...(problems.length === 0 ? [] : nameFailed(found.tests))],
      };
    },
  };
};

const describeDoubt = ([first, ...more]: readonly string[]): readonly string[] =>
  first === undefined
    ? []
    : [
        `${first}${more.length === 0 ? '' : ` (and ${more.length} more of its kind)`}. dualgate does not know the tool that wrote this: if it lost no test and its sums count something else, an operator can set ${WAY_OUT} in the config`,
      ];

// Files of Maven and Gradle lose the lines that an agent edits for other reasons than tests.

/** Those of the product, which no scope or path of its own makes one of tests. */
const withoutMavenDependencies = (text: string): string =>
  text
    // A plugin has dependencies of its own: the program that runs the tests is one.
    .split(/(<plugin>[\s\S]*?<\/plugin>|<!--[\s\S]*?-->)/)
    .map((part) =>
      /^<(?:plugin>|!--)/.test(part)
        ? part
        : part.replaceAll(/<dependency>(?:(?!<dependency>)[\s\S])*?<\/dependency>/g, (found) =>
            /<(?:scope>\s*(?:test|system|import)|systemPath|type|classifier)\b/.test(found) ? found : '',
          ),
    )
    .join('');

/** One dependency of the product, by its coordinates alone. A dependency of tests alone may not be swapped. */
const GRADLE_DEPENDENCY =
  /^\s*(?:api|implementation|compileOnly|runtimeOnly|annotationProcessor|kapt|ksp)\s*\(?\s*(?:"[\w.:@+-]+"|'[\w.:@+-]+'|libs(?:\.\w+)+|project\(["'][\w:.-]+["']\))\s*\)?\s*;?\s*$/;

const VERSION = /^\s*(?:version|group|description|\w+Version)\s*[=:][\w\s.+-]*$/;

const withoutLines =
  (free: RegExp) =>
  (text: string): string =>
    text
      .split(/\r?\n/)
      .filter((line) => !free.test(line))
      .join('\n');

const GRADLE = withEndings(['build', 'settings'], ['gradle', 'gradle.kts']);

export const junitRunner: Runner = {
  report: 'files',
  form: 'JUnit XML',
  ending: '.xml',
  // Ant says there why the classes of a batch have no reports.
  beside: ['IGNORETHIS.xml'],
  readFiles: createJunitReader,
  standsFor: 'anything that writes JUnit XML',
  // PHPUnit, Surefire, Gradle, Bun; Deno looks for modules.
  saysNoTests: (said) => /\bno (?:tests|test modules) (?:were )?(?:executed|found)\b/i.test(said),
  frozen: {
    everywhere: ['phpunit.xml', 'phpunit.xml.dist', 'phpunit.dist.xml'],
    atRoot: ['.mvn/maven.config', '.mvn/jvm.config', '.mvn/extensions.xml'],
    parts: {
      'pom.xml': withoutMavenDependencies,
      'gradle.properties': withoutLines(VERSION),
      ...Object.fromEntries(GRADLE.map((name) => [name, withoutLines(GRADLE_DEPENDENCY)])),
    },
    keys: ['bootstrap'],
    variables: [String.raw`(?:MAVEN|GRADLE|JAVA|JDK)_\w+`],
  },
  caches: ['.phpunit.cache'],
  withoutFiles: 'JUnit XML need not name files',
  prepare: (command) => ({ command, env: {} }),
};
