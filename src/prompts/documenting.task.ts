/**
 * The task of a phase that asks for documents (DOCUMENT).
 *
 * @module
 */
import { oneLine } from './bounded-list.ts';
import type { PromptFacts } from './prompt-facts.ts';

/** RULES 2.9. */
export const describeDocumenting = (facts: PromptFacts): readonly string[] => [
  `Write ${facts.requiredDocs} or more Markdown documents about what was built, where these patterns find them: ${oneLine(facts.documentsGlobs.join(', '))}`,
  'One of them is an architecture decision record (ADR), in a folder named `adr` or `decisions`, with words below each of the headings Status, Context, Decision, Consequences. A template that was not filled in is none.',
  'Draw C4 diagrams in Mermaid (a ```mermaid block with C4Context, C4Container or C4Component): elements, and relations between declared elements. Structurizr DSL and C4-PlantUML are read, too.',
  "Every diagram must be valid: Mermaid's own parser reads those in Mermaid. PlantUML that is no C4 cannot be checked here, and is not valid.",
  'Every test must go on passing.',
];
