/**
 * Which caching tools a test command starts: by its own words, or by those of the scripts and the Makefile that it reaches. Only
 * texts are read; a tool behind a program of the project is not found, and its output still betrays it.
 */
import { join } from 'node:path';
import { readScript } from '../command/package-scripts.ts';
import { CACHING_TOOLS, type CachingTool } from './caching-tools.ts';
import { readText } from '../../base/files/open-plain.ts';

/** @param folder - absolute: where the command runs */
export const findStartedTools = (command: readonly string[], folder: string): readonly CachingTool[] => {
  const text = reachText(command, folder);
  return CACHING_TOOLS.filter(({ startedBy }) => startedBy?.test(text) === true);
};

const WORD = /[\w:.-]+/g;

/** The command and every script that a word of these names, with what npm runs before and after it; one a line. */
export const reachText = (command: readonly string[], folder: string): string => {
  const texts = [command.join(' ')];
  const visited = new Set<string>();
  for (let at = 0; at < texts.length; at += 1) {
    for (const [word] of (texts[at] ?? '').matchAll(WORD)) {
      const name = word === 't' || word === 'tst' ? 'test' : word;
      for (const each of [`pre${name}`, name, `post${name}`]) {
        if (visited.has(each)) continue;
        visited.add(each);
        const script = each === 'make' ? readMakefile(folder) : readScript(folder, each);
        if (script !== null) texts.push(script);
      }
    }
  }
  return texts.join('\n');
};

/** As GNU make looks for them. */
export const MAKEFILES: readonly string[] = ['GNUmakefile', 'makefile', 'Makefile'];

const readMakefile = (folder: string): string | null =>
  MAKEFILES.map((name) => readText(join(folder, name))).find((text) => text !== null) ?? null;
