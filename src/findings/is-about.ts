/**
 * Topics of findings. A file of its own: `status` asks for a topic, and loads no sentences.
 *
 * @module
 */
import type { Finding } from '../../gates/iteration.ts';
import type { FindingCode } from './findings.ts';

/** A code, or its beginning up to a dot: `tampering` is the topic of `tampering.changed`. */
export type FindingTopic = TopicOf<FindingCode>;

type TopicOf<C extends string> = C extends `${infer First}.${infer Rest}` ? First | `${First}.${TopicOf<Rest>}` : C;

/** Whether the finding is of the topic. */
export const isAbout = ({ code }: Pick<Finding, 'code'>, topic: FindingTopic): boolean =>
  code === topic || code.startsWith(`${topic}.`);
