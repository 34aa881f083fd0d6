/** Watches the memory of a program and of all that it started, and makes the system choose them first when it has none left. */
import { writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import { showMemory } from '../text/amounts.ts';
import type { RunningProcess } from './end-processes.ts';

/** A limit, and the key of the config that sets it. */
export interface MemoryLimit {
  /** `null`: three quarters of what is free when the program starts. */
  readonly bytes: number | null;
  readonly key: string;
}

/** For a suite that no config describes. */
export const FREE_MEMORY: MemoryLimit = { bytes: null, key: 'tests.memory' };

interface MemoryWatch {
  readonly exceeded: Promise<'out_of_memory'>;
  /** `out of memory: used 4.0 GB; …` */
  readonly describe: () => string;
  readonly end: () => void;
}

const LEAST_BYTES = 2e9;
const SHARE = 0.75;

/** The limit of a program that starts now, in bytes. @param free - inside a container, of what the container may use */
export const limitOf = (bytes: number | null, free = process.availableMemory()): number =>
  bytes ?? Math.max(LEAST_BYTES, Math.floor(SHARE * free));

/** How often it looks at the free memory: that costs nothing. */
const TICK_MS = 50;
/** How often it lists the processes; earlier if there is less free memory. */
const LOOK_MS = 500;
/** A list of many processes may take this share of the time of this process, and for a short time that one. */
const COST = 1 / 20;
const MOST_COST = 1 / 4;

/** @param find - the program and all that it started */
export const watchMemory = (
  pid: number,
  find: (known: readonly RunningProcess[]) => readonly RunningProcess[],
  { bytes, key }: MemoryLimit,
): MemoryWatch => {
  const limit = limitOf(bytes);
  offerToSystem(pid);
  let used = 0;
  let next = performance.now() + TICK_MS;
  let earliest = next;
  let free = freemem();
  let timer: NodeJS.Timeout | null = null;
  const exceeded = new Promise<'out_of_memory'>((resolve) => {
    timer = setInterval(() => {
      const began = performance.now();
      const taken = free - freemem();
      if (began < next && (began < earliest || taken < (limit - used) / 2)) return;
      used = measure(find([]), limit);
      free = freemem();
      const now = performance.now();
      next = now + Math.max(LOOK_MS, (now - began) / COST);
      earliest = now + (now - began) / MOST_COST;
      if (used > limit) resolve('out_of_memory');
    }, TICK_MS);
  });
  return {
    exceeded,
    describe: () => `out of memory: used ${showMemory(used)}; the limit is ${showMemory(limit)} (${key})`,
    end: () => {
      if (timer !== null) clearInterval(timer);
    },
  };
};

/** Memory that several of them share counts once. To ask for that is slow: only if their sum is too much. */
const measure = (family: readonly RunningProcess[], limit: number): number => {
  const atMost = sum(family.map((it) => it.memory()));
  return atMost > limit ? sum(family.map((it) => it.ownMemory())) : atMost;
};

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** Its children inherit this. Without it, the system ends the largest process, which may be this one. */
const offerToSystem = (pid: number): void => {
  try {
    writeFileSync(`/proc/${pid}/oom_score_adj`, '1000');
  } catch {
    // Not on this system, or it has ended.
  }
};
