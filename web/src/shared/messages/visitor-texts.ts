import { counted } from './counted.js';

/** Texts of the page that a link shows to people without an account. */
export const visitorTexts = {
  product: 'Skyshelf',
  home: 'What is Skyshelf?',
  untitled: 'Shared with you',
  opening: 'Opening',
  downloadAll: 'Download all',
  downloadFolder: 'Download this folder',
  download: (name: string) => `Download ${name}`,
  report: 'Report this page',
  save: 'Save to my shelf',
  way: 'Folders on the way',
  shown: 'Shared elements',
  search: 'Search',
  sort: 'Sort by',
  sorts: { name: 'Name', modified: 'Date', size: 'Size', kind: 'Kind' },
  views: { tiles: 'As tiles', list: 'As a list' },
  empty: 'Nothing is in here.',
  nothing: 'Nothing was found.',
  more: 'Show more',
  count: (count: number) => counted(count, 'element', 'elements'),
  until: (day: string) => `Until ${day}`,
  password: {
    title: 'This link has a password',
    lead: 'Ask the person who sent it to you.',
    field: 'Password',
    open: 'Open',
  },
  gone: {
    title: 'Nothing is shown here',
    text: 'The link may have ended, or its address may be incomplete. Ask the person who sent it to you.',
  },
  failed: { title: 'This page could not be loaded', again: 'Try again' },
};
