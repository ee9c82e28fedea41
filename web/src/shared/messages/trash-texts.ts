import { messages } from '@skyshelf/contracts/browser';
import { filesTexts } from './files-texts.js';
import { counted } from './counted.js';

const things = (count: number): string => counted(count, 'element', 'elements');

export const trashTexts = {
  title: 'Trash',
  lead: (days: number) =>
    days === 0
      ? 'Nothing is kept: what you delete is gone at once.'
      : `What you delete waits here for ${counted(days, 'day', 'days')}, while there is room. Then it is deleted forever.`,
  kept: (size: string) =>
    `${size} in the trash. It is never in the way: room that you need is taken from it.`,
  search: 'Search in the trash',
  sort: 'Sort by',
  sorts: { deleted: 'Latest deleted', name: 'Name', size: 'Largest' },
  keepFor: 'Keep for',
  days: (days: number) => (days === 0 ? 'No trash' : counted(days, 'day', 'days')),
  daysSaved: (days: number) =>
    days === 0
      ? 'From now on nothing is kept in the trash.'
      : `The trash keeps elements for ${counted(days, 'day', 'days')}.`,
  way: 'Folders in the trash',
  empty: 'The trash is empty',
  nothing: 'Nothing of this name is in the trash',
  unavailable: 'The trash cannot be shown just now.',
  tryAgain: 'Try again',
  more: 'Show more',
  select: (name: string) => `Select ${name}`,
  selectAll: 'Select all',
  selected: (count: number) => `${things(count)} selected`,
  open: (name: string) => `Open ${name}`,
  where: (path: string) => `From ${path === '/' ? filesTexts.files.title : path}`,
  deleted: (moment: string) => `deleted ${moment}`,
  left: (days: number) =>
    days < 1 ? 'Deleted forever today' : `Deleted forever in ${counted(days, 'day', 'days')}`,
  holds: (count: number) => things(count),
  restore: 'Restore',
  restoreTo: 'Restore to…',
  restoreWhat: (count: number) => `Restore ${things(count)}`,
  restoreInto: (folder: string) => `Restore to ${folder}`,
  restored: (count: number) => `${things(count)} restored`,
  cutThem: 'Cut',
  cut: (count: number) => `${things(count)} cut. Open a folder and paste to restore there.`,
  download: 'Download',
  deleteForever: 'Delete forever',
  emptyTrash: 'Empty the trash',
  askForever: (count: number) => `${things(count)} will be deleted forever. This cannot be undone.`,
  askAll: 'Everything in the trash will be deleted forever. This cannot be undone.',
  gone: 'Deleted forever',
  cancel: 'Cancel',
  gaveWay: (count: number, versions: number, size: string) => {
    const earlier = counted(versions, 'earlier version', 'earlier versions');
    if (versions === 0) return `${things(count)} (${size}) left the trash for good to make room`;
    const trashed = count === 0 ? '' : `${things(count)} in the trash and `;
    return `${trashed}${earlier} of files (${size}) went for good to make room`;
  },
  failed: messages.someError,
};
