import { counted } from './counted.js';

/** Texts of the links with which a person shows elements to others. */
export const linksTexts = {
  title: 'Shared links',
  lead: 'Everyone who has the address of a link sees what it shows, until you end it.',
  share: (name: string) => `Share “${name}”`,
  shareMany: (count: number) => `Share ${counted(count, 'element', 'elements')}`,
  shared: 'Shared',
  byLink: 'By a link: see Shared links',
  name: 'Title',
  nameHint: 'Visitors see it. Left empty, it is the name of what you share.',
  note: 'Note for visitors',
  password: 'Password',
  passwordHint: 'Left empty, everyone with the address may enter.',
  passwordKept: 'There is one. Type another to change it.',
  takePassword: 'Take the password away',
  expires: 'Ends on',
  expiresHint: 'Left empty, it stays until you end it.',
  download: 'Visitors may download',
  limit: 'Most downloads',
  limitHint: 'Left empty, there is no limit.',
  create: 'Create link',
  save: 'Save',
  cancel: 'Cancel',
  done: 'Done',
  ready: 'The link is ready.',
  address: 'Address of the link',
  copy: 'Copy',
  copied: 'The address was copied.',
  notCopied: 'The browser does not allow copying here: select the address and copy it.',
  noAddress: 'Its address can not be shown any more. End it and make another.',
  visit: 'Visit',
  edit: 'Change',
  pause: 'Pause',
  resume: 'Open again',
  end: 'End',
  ended: 'The link has ended.',
  changed: 'The link was changed.',
  askEnd: (title: string) => `End the link “${title}”? Its address never opens again.`,
  none: 'You share nothing by a link. Select something on your shelf and choose Share.',
  unavailable: 'Your links could not be loaded.',
  tryAgain: 'Try again',
  states: { open: 'Open', paused: 'Paused', expired: 'Expired', closed: 'In the trash' },
  opened: (count: number) => `Opened ${counted(count, 'time', 'times')}`,
  downloads: (count: number, limit: number | null) =>
    limit === null
      ? counted(count, 'download', 'downloads')
      : `${count} of ${counted(limit, 'download', 'downloads')}`,
  noDownloads: 'No downloads',
  hasPassword: 'Password',
  until: (day: string) => `Until ${day}`,
  saving: {
    title: 'Save to your shelf?',
    text: (title: string) =>
      `All that “${title}” shows is copied into a new folder of yours, as far as there is room.`,
    action: 'Save',
    begun: (folder: string, files: number) =>
      `“${folder}” is being filled with ${counted(files, 'file', 'files')}.`,
    failed: 'It could not be saved',
    toFiles: 'To your files',
  },
  shows: (names: readonly string[]) =>
    names.length > 3
      ? `${names.slice(0, 3).join(', ')} and ${(names.length - 3).toLocaleString('en-US')} more`
      : names.join(', '),
} as const;
