/**
 * Files that say how a project is built, and among that how it is tested: what is left of them without the lines that an
 * agent edits for other reasons. Whatever is not known to be free stays in.
 *
 * @module
 */
import { basename, extname } from 'node:path';
import { z } from 'zod';
import { FROZEN_OF_RUNNERS } from './runner-files.ts';

/** The text that counts; `''` where the file says nothing of tests. */
export const readTestSettings = (file: string, text: string): string => {
  const name = basename(file);
  if (name === 'pom.xml') return withoutBlankLines(withoutFreeDependencies(text));
  if (extname(name) === '.json') return readResolution(text);
  if (name === '.env') return linesOf(text, (line) => STEERS.test(line));
  return linesOf(text, (line) => !(name === 'gradle.properties' ? VERSION : GRADLE_DEPENDENCY).test(line));
};

/** Variables by which runners, and what starts them, are told what to do. */
const STEERS = new RegExp(
  String.raw`^\s*(?:export\s+)?(?:${[
    ...FROZEN_OF_RUNNERS.flatMap(({ variables = [] }) => variables),
    String.raw`(?:NODE|MAVEN|GRADLE|JAVA|JDK|BUN|DENO|npm_config|LD|DYLD)_\w+|PATH|SHELL|BASH_ENV|ENV|CI`,
  ].join('|')})\s*=`,
  'i',
);

const VERSION = /^\s*(?:version|group|description|\w+Version)\s*[=:][\w\s.+-]*$/;

/** One dependency of the product, by its coordinates alone. What only tests use may not be swapped. */
const GRADLE_DEPENDENCY =
  /^\s*(?:api|implementation|compileOnly|runtimeOnly|annotationProcessor|kapt|ksp)\s*\(?\s*(?:"[\w.:@+-]+"|'[\w.:@+-]+'|libs(?:\.\w+)+|project\(["'][\w:.-]+["']\))\s*\)?\s*;?\s*$/;

/** Maven: those of the product, which no scope or path of its own makes one of tests. */
const withoutFreeDependencies = (text: string): string =>
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

/** TypeScript: where a name leads to. Runners that read it would load something else in the place of what a test asks. */
const readResolution = (text: string): string => {
  try {
    const { extends: base, compilerOptions } = parseWithComments(text);
    const { baseUrl, paths, rootDirs } = compilerOptions ?? {};
    // That of a package is installed, and leads into no source.
    const own = [base].flat().filter((each) => typeof each === 'string' && /^[./]/.test(each));
    const found = { base: own.length === 0 ? undefined : own, baseUrl, paths, rootDirs };
    return Object.values(found).every((value) => value === undefined) ? '' : JSON.stringify(found);
  } catch {
    return text;
  }
};

const resolution = z.looseObject({
  extends: z.unknown().optional(),
  compilerOptions: z
    .looseObject({ baseUrl: z.unknown().optional(), paths: z.unknown().optional(), rootDirs: z.unknown().optional() })
    .optional(),
});

const parseWithComments = (text: string): z.infer<typeof resolution> => {
  const bare = text
    .replaceAll(/("(?:[^"\\]|\\.)*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, (_found, kept: string | undefined) => kept ?? '')
    .replaceAll(/("(?:[^"\\]|\\.)*")|,(?=\s*[}\]])/g, (_found, kept: string | undefined) => kept ?? '');
  return resolution.parse(JSON.parse(bare));
};

const linesOf = (text: string, counts: (line: string) => boolean): string =>
  withoutBlankLines(text.split(/\r?\n/).filter(counts).join('\n'));

const withoutBlankLines = (text: string): string =>
  text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .join('\n');
