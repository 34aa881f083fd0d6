/**
 * Files by which git decides what a source is. They are sources themselves even where they are ignored: one that ignores
 * itself would hide everything beside it without a trace.
 *
 * @module
 */
import { basename, dirname } from 'node:path/posix';
import { askRunners } from '../testing/ask-runners.ts';

/** In any case, since a file system may not tell one from the other. */
export const isIgnoreFile = (path: string): boolean => basename(path).toLowerCase() === '.gitignore';

/** Folders that a tool of everyday use makes for itself, with an ignore file in it that ignores all of it. */
const TOOL_CACHES = new Set([
  ...askRunners(({ caches }) => caches),
  ...'.ruff_cache .mypy_cache .hypothesis .tox .nox .venv venv'.split(' '),
  ...'.turbo .vite .svelte-kit .angular .next .nuxt .gradle'.split(' '),
]);

/** Whether an ignore file stands in such a folder: what lies beside it is as well hidden as in any ignored folder. */
export const isToolCache = (path: string): boolean => TOOL_CACHES.has(basename(dirname(path)));
