/**
 * The status block that the agent is asked to print. Quoted back as it stands it says nothing: its signal is a placeholder.
 *
 * @module
 */
import type { TemplateFacts } from '../dialect.ts';
import { DIALECTS } from '../dialects/dialects.ts';

export type { TemplateFacts };

/** No line feed at the end. */
export const statusBlockTemplate = (facts: TemplateFacts): string =>
  DIALECTS[facts.dialect ?? 'prp'].template(facts).join('\n');
