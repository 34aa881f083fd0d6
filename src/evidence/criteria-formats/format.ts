/** A format in which people write acceptance criteria. */
import type { Criterion } from '../criteria.ts';

export interface CriteriaFormat {
  readonly name: 'task_list' | 'spec_kit' | 'openspec' | 'heading' | 'checkboxes';
  /** In messages. */
  readonly title: string;
  /** The parts of such a file that are criteria, in messages; a part of a sentence. */
  readonly parts: string;
  /** The criteria in their order; `null` if the structure of the text is that of another format. */
  readonly read: (text: string) => readonly Criterion[] | null;
}
