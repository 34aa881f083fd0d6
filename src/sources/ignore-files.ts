/**
 * Files by which git decides what a source is. They are sources themselves even where they are ignored: one that ignores
 * itself would hide everything beside it without a trace.
 *
 * @module
 */
import { basename, dirname } from 'node:path/posix';
import { askRunners } from '../testing/ask-runners.ts';

/** In any case, since a file system may ignore case. */
export const isIgnoreFile = (path: string): boolean => basename(path).toLowerCase() === '.gitignore';

/** Folders that a tool of everyday use makes for itself, with an ignore file in it that ignores all of it. */
const TOOL_CACHES = new Set([
  ...askRunners(({ caches }) => caches),
  ...'.ruff_cache .mypy_cache .hypothesis .tox .nox .venv venv'.split(' '),
  ...'.turbo .nx .wireit .vite .svelte-kit .angular .next .nuxt .gradle'.split(' '),
]);

/** Whether such a folder contains an ignore file: the files beside it are as hidden as in any ignored folder. */
export const isToolCache = (path: string): boolean => TOOL_CACHES.has(basename(dirname(path)));
