/**
 * Git's id of a content.
 *
 * @module
 */
import { createHash } from 'node:crypto';

export const hashBlob = (format: 'sha1' | 'sha256', content: Buffer): string =>
  createHash(format).update(`blob ${content.length}\0`).update(content).digest('hex');
