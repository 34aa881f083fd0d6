/**
 * The place where a program keeps the user's files.
 *
 * @module
 */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** The value of the variable, else a folder in the home of the user. */
export const placeInHome = (variable: string, usual: string): string => process.env[variable] || join(homedir(), usual);
