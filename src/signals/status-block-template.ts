/** The status block for the prompt. Repeated unchanged it says nothing: its signal is a placeholder. */
import type { TemplateFacts as DialectFacts } from './systems/dialect.ts';
import { type DialectName, DIALECTS, NATIVE } from './systems/dialects.ts';

export interface TemplateFacts extends DialectFacts {
  /** @default the native one */
  readonly dialect?: DialectName | undefined;
}

/** No line feed at the end. */
export const statusBlockTemplate = ({ dialect = NATIVE, ...facts }: TemplateFacts): string =>
  DIALECTS[dialect].template(facts).join('\n');
