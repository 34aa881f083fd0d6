/**
 * The token of the page: new for each server, kept only in its memory and in the printed address.
 *
 * @module
 */
import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 32 random bytes, encoded for an address. */
export const createToken = (): string => randomBytes(32).toString('base64url');

/** In constant time. */
export const isToken = (given: string, token: string): boolean => timingSafeEqual(digest(given), digest(token));

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
