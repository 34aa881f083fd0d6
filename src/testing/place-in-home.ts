/**
 * Where a program keeps what belongs to the user.
 *
 * @module
 */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the variable names it, else in the home of the user. */
export const placeInHome = (variable: string, usual: string): string => process.env[variable] || join(homedir(), usual);
