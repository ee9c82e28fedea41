import { notificationTexts as text } from '../../shared/messages/notification-texts.js';

export interface Ended {
  what: 'upload' | 'conversion';
  name: string;
  failed: boolean;
  /** As `/Trips/`. */
  folder: string;
  elementId: string | null;
}

export interface NotificationWords {
  title: string;
  body: string;
  folder: string;
}

const MOST_NAMES = 3;

const lines = {
  upload: text.uploaded,
  'upload failed': text.notUploaded,
  conversion: text.converted,
  'conversion failed': text.notConverted,
};
const kindOf = ({ what, failed }: Ended): keyof typeof lines => (failed ? `${what} failed` : what);

const namesOf = (ended: readonly Ended[]): string => {
  const more = ended.length - MOST_NAMES;
  return [
    ...ended.slice(0, MOST_NAMES).map(({ name }) => name),
    ...(more > 0 ? [text.andMore(more)] : []),
  ].join(', ');
};

export const wordsOf = (ended: readonly Ended[]): NotificationWords => {
  const groups = Object.entries(Object.groupBy(ended, kindOf)).map(([kind, some]) => ({
    line: lines[kind as keyof typeof lines](some.length),
    names: namesOf(some),
  }));
  const folders = new Set(ended.map(({ folder }) => folder));
  const [folder = '/'] = folders.size === 1 ? folders : [];
  const [only] = groups;
  if (only && groups.length === 1) return { title: only.line, body: only.names, folder };
  return { title: text.title, body: groups.map(({ line, names }) => `${line}: ${names}`).join('\n'), folder };
};
