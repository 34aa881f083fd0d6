/**
 * A hash of some content: a part of the states of a freeze.
 *
 * @module
 */
import { createHash } from 'node:crypto';

export const hashContent = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
