import { counted } from './counted.js';

const kinds = {
  image: 'pictures',
  video: 'videos',
  audio: 'audio',
  document: 'documents',
  archive: 'archives',
};
export type ReceivedKind = keyof typeof kinds;

const listed = new Intl.ListFormat('en-US', { type: 'conjunction' });

/** Texts of the page on which people without an account send files. */
export const receivingTexts = {
  untitled: 'Send files',
  limits: 'What this link takes',
  perFile: (size: string) => `Up to ${size} a file`,
  inAll: (size: string) => `${size} in all`,
  files: (count: number) => `At most ${counted(count, 'file', 'files')}`,
  only: (only: readonly ReceivedKind[]) => `Only ${listed.format(only.map((kind) => kinds[kind]))}`,
  name: 'Your name',
  nameHint: 'The person who asks sees it with your files.',
  nameFirst: 'Enter your name first.',
  drop: 'Drop files and folders here',
  dropNow: 'Let go to send',
  or: 'or',
  chooseFiles: 'Choose files',
  chooseFolder: 'Choose a folder',
  ownOnly: 'Only the person who asks can see what you send. It is sent at once and cannot be taken back.',
  keepOpen:
    'Keep this page open until all is sent. After an interruption, open the same address again: it goes on.',
  sent: 'What you have sent',
  more: (count: number) => `and ${counted(count, 'other', 'others')}`,
  arrived: (count: number) => `${counted(count, 'file has', 'files have')} arrived. Thank you!`,
  tooDeep: (levels: number) => `Folders can be nested at most ${levels} levels deep here.`,
  ended: {
    title: 'This link takes no files now',
    text: 'It was ended or paused, its time is over, or this page was open for too long. What has arrived is safe; ask the person who sent it to you.',
    again: 'Try again',
  },
};
