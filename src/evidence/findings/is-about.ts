/** Topics of findings. A separate file, so that `status` can ask for a topic without loading the sentences. */
import type { Finding } from '../../../gates/iteration.ts';
import type { FindingCode } from './findings.ts';

/** A code, or its beginning up to a dot: `tampering` is the topic of `tampering.changed`. */
export type FindingTopic = TopicOf<FindingCode>;

type TopicOf<C extends string> = C extends `${infer First}.${infer Rest}` ? First | `${First}.${TopicOf<Rest>}` : C;

export const isAbout = ({ code }: Pick<Finding, 'code'>, topic: FindingTopic): boolean =>
  code === topic || code.startsWith(`${topic}.`);
