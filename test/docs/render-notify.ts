/** The fields of docs/reference/notify.md, from the types of the objects that the commands of `notify` read. */
import { asSentence } from '../cli/reference/render-events.ts';
import { fieldsOf, findType, wordsOf } from './source-types.ts';

const NOTIFICATION = 'src/base/notification.ts';

/** Each type by the name of its part of the page. */
export const NOTIFICATIONS = {
  'end of a run': ['Notification', NOTIFICATION],
  'end of a list': ['ListEnded', 'src/queue/list/describe-list.ts'],
  'exit that waits': ['ApprovalNotification', NOTIFICATION],
  'completed session': ['SessionNotification', NOTIFICATION],
} as const;

const fieldsOfType = (name: string, file: string) => fieldsOf(findType(name, file)) ?? [];

/** A field without a docstring means what it means at the end of a run. */
export const renderNotification = ([name, file]: readonly [string, string]): string => {
  const first = new Map(fieldsOfType(...NOTIFICATIONS['end of a run']).map((field) => [field.name, field.meaning]));
  const rows = fieldsOfType(name, file).map((field) => {
    const meaning = field.meaning === '' ? (first.get(field.name) ?? '') : field.meaning;
    if (meaning === '') throw new Error(`${file} does not say what ${field.name} means`);
    const words = field.types.map((each) => wordsOf(each, () => '[usage](records.md#usage)')).join(' or ');
    return `| \`${field.name}\` | ${words} | ${asSentence(meaning)} |`;
  });
  return ['| field | type | meaning |', '| --- | --- | --- |', ...rows].join('\n');
};
