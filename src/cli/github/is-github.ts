/**
 * Whether a workflow of GitHub Actions reads what is printed. Every command asks this first, so nothing is loaded with it.
 */
import type { CommandIo } from '../terminal/io.ts';

export const isGithub = (env: CommandIo['env']): boolean => env['GITHUB_ACTIONS'] === 'true';
