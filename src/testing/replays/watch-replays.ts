/**
 * Watches what a test run prints, for results of the past: a task runner that replays a cached result prints the report of
 * an earlier run, and no test ran. A replayed result never counts as a run (rule 2.2).
 *
 * @module
 */
import { stripVTControlCharacters } from 'node:util';
import { createLineCutter } from '../../lines/cut-lines.ts';
import { CACHING_TOOLS, type CachingTool } from './caching-tools.ts';

interface ReplayWatch {
  readonly onStdout: (chunk: Buffer) => void;
  readonly onStderr: (chunk: Buffer) => void;
  /** Why the run did not measure what it reports, one sentence for each tool; judges the whole, and nothing is pushed after it. */
  readonly judge: (exitCode: number | null, isSealed: boolean) => readonly string[];
}

/** Lines of tools are short; a longer one is of something else. */
const MAX_LINE_BYTES = 1_000;

/** @param started - the tools that the test command is known to start */
export const watchReplays = (started: readonly CachingTool[]): ReplayWatch => {
  const replayed = new Map<CachingTool, string>();
  const confirmed = new Set<CachingTool>();
  const see = (line: Buffer): void => {
    if (line.length > MAX_LINE_BYTES) return;
    const text = stripVTControlCharacters(line.toString('utf8')).trimEnd();
    for (const tool of CACHING_TOOLS) {
      if (tool.replays.test(text)) replayed.set(tool, replayed.get(tool) ?? text.trim());
      else if (tool.ran?.test(text) === true) confirmed.add(tool);
    }
  };
  const streams = [createLineCutter(see), createLineCutter(see)] as const;
  return {
    onStdout: streams[0].push,
    onStderr: streams[1].push,
    judge: (exitCode, isSealed) => {
      for (const stream of streams) see(stream.rest());
      // Only a process of this very run can seal a report; other words that it prints may be of its tests.
      const counted = [...replayed].filter(([tool]) => !isSealed || started.includes(tool));
      const silent = started.filter((tool) => tool.ran !== undefined && !replayed.has(tool) && !confirmed.has(tool));
      return [
        ...counted.map(
          ([{ name, wayOut }, line]) => `${name} ${REPLAYED} ("${line}"): nothing was measured. The way out: ${wayOut}`,
        ),
        // A command that fails may have ended before it.
        ...(exitCode !== 0 || isSealed ? [] : silent).map(
          ({ name, wayOut }) => `${name} ${SILENT}, so its result may be of the past. The way out: ${wayOut}`,
        ),
      ];
    },
  };
};

const REPLAYED = 'replayed a cached result';
const SILENT = 'does not say that all of its tasks ran now';

/** In the problems of a test run. */
export const REPLAY_PROBLEM = new RegExp(String.raw`(\S+) (${REPLAYED}|${SILENT})\b.*?The way out: (.+)$`, 'm');
