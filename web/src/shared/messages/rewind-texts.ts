import { counted } from './counted.js';

const things = (count: number): string => counted(count, 'element', 'elements');
const listed = (names: readonly string[], count: number): string =>
  names.length === count && count > 0 ? names.map((name) => `‘${name}’`).join(', ') : things(count);

interface Moment {
  kind: keyof typeof happened;
  count: number;
  names: readonly string[];
  to?: string | undefined;
}

const happened = {
  folders: ({ names, count }: Moment) =>
    names.length === count
      ? `Folder ${listed(names, count)} created`
      : `${counted(count, 'folder', 'folders')} created`,
  links: ({ names, count }: Moment) =>
    names.length === count
      ? `Link ${listed(names, count)} added`
      : `${counted(count, 'link', 'links')} added`,
  uploaded: ({ names, count }: Moment) =>
    names.length === count
      ? `${listed(names, count)} uploaded`
      : `${counted(count, 'file', 'files')} uploaded`,
  replaced: ({ names, count }: Moment) => `${listed(names, count)} replaced`,
  renamed: ({ names: [from], to }: Moment) =>
    from !== undefined && to !== undefined ? `‘${from}’ renamed to ‘${to}’` : 'Renamed',
  moved: ({ names, count }: Moment) => `${listed(names, count)} moved`,
  tagged: ({ names, count }: Moment) => `Tags of ${listed(names, count)} changed`,
  copied: ({ names, count }: Moment) => `${listed(names, count)} copied`,
  imported: ({ count }: Moment) => `${things(count)} imported`,
  deleted: ({ names, count }: Moment) => `${listed(names, count)} deleted`,
  restored: ({ names, count }: Moment) => `${listed(names, count)} restored`,
  purged: ({ names, count }: Moment) => `${listed(names, count)} deleted forever`,
  rewound: () => 'Put back to an earlier moment',
};

export const rewindTexts = {
  title: 'Rewind',
  lead: (days: number) =>
    `Your shelf as it was at any moment of the last ${counted(days, 'day', 'days')}. Choose what went wrong, look at how things were before it, and put them back.`,
  line: 'What happened',
  happened: (moment: Moment): string => happened[moment.kind](moment),
  nothingHappened: 'Nothing has changed here in that time',
  unavailable: 'This cannot be shown just now.',
  tryAgain: 'Try again',
  more: 'Show earlier',
  moreDocs: 'Show more',
  at: 'Go to a time',
  shelf: 'My shelf',
  way: 'Folders at that moment',
  choose: 'Choose a moment: the folder is shown as it was before it.',
  before: (what: string, when: string) => `As it was before: ${what} (${when})`,
  atTime: (when: string) => `As it was on ${when}`,
  empty: 'There was nothing in this folder',
  gone: (count: number) => `${things(count)} of this folder were deleted forever since and cannot be shown.`,
  isGone: 'Deleted forever since',
  inTrash: 'In the trash now',
  isVersion: 'Changed since',
  open: (name: string) => `Open ${name}`,
  asTiles: 'Tiles',
  asList: 'List',
  putBack: 'Put this folder back to then',
  putAllBack: 'Put the whole shelf back to then',
  cancel: 'Cancel',
  confirm: 'Put back',
  planning: 'Comparing now with then',
  plan: {
    restored: (count: number) => `${things(count)} restored from the trash`,
    moved: (count: number) => `${things(count)} moved back`,
    renamed: (count: number) => `${things(count)} renamed back`,
    tagged: (count: number) => `${things(count)} given back the tags`,
    versions: (count: number) => `${counted(count, 'file', 'files')} back to an earlier version`,
    trashed: (count: number) => `${things(count)} that came since go to the trash`,
  },
  planned: 'This will be done:',
  nothing: 'Nothing has to be changed: it is as it was.',
  cannot: (count: number) => `${things(count)} deleted forever since cannot come back.`,
  stays: (count: number) =>
    `The content of ${counted(count, 'file', 'files')} is no longer kept: they stay as they are.`,
  undoable: 'You can undo this.',
  done: 'Put back to how it was',
  goesOn: 'This is being put back. It goes on if you leave the page.',
};
