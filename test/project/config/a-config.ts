/** Configs for tests: the least that parses, and a reader of problems. */
import { type Config, parseConfig } from '../../../src/read-config/parse-config.ts';
import { ConfigError, renderProblem } from '../../../src/project/config/find-config.ts';

/** Seven lines: what is put after it begins at line 8. */
export const LEAST = `version: 1
work:
  spec: specs/slugify.md
agent:
  command: my-agent --print
tests:
  command: npx vitest run
`;

/** Parses as `/project/dualgate.yaml`; `files` are phase files by their path in `/project`. */
export const parse = (text: string, files: Readonly<Record<string, string>> = {}): Config =>
  parseConfig(text, {
    path: '/project/dualgate.yaml',
    readFile: (path) => {
      const file = files[path.replace('/project/', '')];
      if (file === undefined) throw new Error('there is no such file');
      return file;
    },
  });

/** Its problems, as people read them; empty without one. */
export const problemsOf = (text: string, files: Readonly<Record<string, string>> = {}): readonly string[] => {
  try {
    parse(text, files);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems.map(renderProblem);
    throw error;
  }
};
