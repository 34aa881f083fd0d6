/** A hash of some content, as a freeze has it. */
import { createHash } from 'node:crypto';

export const hashContent = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
