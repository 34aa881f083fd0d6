/**
 * Files of Maven and Gradle that say how a project is built, and among that how it is tested: what is left of them without the
 * lines that an agent edits for other reasons. Whatever is not known to be free stays in.
 *
 * @module
 */

/** Those of the product, which no scope or path of its own makes one of tests. */
export const withoutMavenDependencies = (text: string): string =>
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

export const withoutGradleDependencies = (text: string): string => withoutLines(text, GRADLE_DEPENDENCY);

const VERSION = /^\s*(?:version|group|description|\w+Version)\s*[=:][\w\s.+-]*$/;

/** The frozen properties of a build. */
export const withoutVersions = (text: string): string => withoutLines(text, VERSION);

const withoutLines = (text: string, free: RegExp): string =>
  text
    .split(/\r?\n/)
    .filter((line) => !free.test(line))
    .join('\n');
