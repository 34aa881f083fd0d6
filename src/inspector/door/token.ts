/**
 * The word that opens the page: made anew for each server, in its memory and in the address that is printed, and nowhere else.
 *
 * @module
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes, fit for an address. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** In a time that tells nothing of where they differ. */
export const isToken = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
