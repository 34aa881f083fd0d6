/** The list of the decisions, from their files. */
import { readPages } from './pages.ts';

export const renderDecisions = (): string =>
  readPages()
    .flatMap(({ path, text }) => {
      const [, file = '', number = ''] = /^docs\/decisions\/((\d{4})-.*\.md)$/.exec(path) ?? [];
      const [, title = ''] = /^# \d{4}\. (.+)$/m.exec(text) ?? [];
      const isReplaced = /^Superseded by /m.test(text);
      return file === '' ? [] : [`- [${number} ${title}](${file})${isReplaced ? ' (superseded)' : ''}`];
    })
    .toSorted()
    .join('\n');
