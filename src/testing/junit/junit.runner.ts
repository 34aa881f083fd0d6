/**
 * Anything that writes JUnit XML. The config must name it, since the place of the files cannot be guessed. The configs
 * of PHPUnit, Maven and Gradle belong to it, since they report that way.
 *
 * @module
 */
import { withEndings } from '../code-files.ts';
import type { Runner } from '../runner.ts';
import { withoutGradleDependencies, withoutMavenDependencies, withoutVersions } from './build-files.ts';
import { createJunitReader } from './read-junit.ts';

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
      'gradle.properties': withoutVersions,
      ...Object.fromEntries(GRADLE.map((name) => [name, withoutGradleDependencies])),
    },
    keys: ['bootstrap'],
    variables: [String.raw`(?:MAVEN|GRADLE|JAVA|JDK)_\w+`],
  },
  caches: ['.phpunit.cache'],
  withoutFiles: 'JUnit XML need not name files',
  prepare: (command) => ({ command, env: {} }),
};
