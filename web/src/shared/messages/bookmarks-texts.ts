export const bookmarksTexts = {
  title: 'Import bookmarks',
  text: 'Choose the HTML file that a browser or a bookmark service has exported, up to 64 MB. Its folders, tags and dates are kept; what is in this folder already is left out. No page is visited.',
  choose: 'Choose a file',
  tooLarge: 'A file of bookmarks can have at most 64 MB.',
  uploading: (name: string) => `Uploading ${name}`,
  importing: 'Importing bookmarks',
  cancel: 'Cancel',
  close: 'Close',
  goesOn: 'The import goes on. You see it below.',
  done: (links: number, folders: number) =>
    `${links.toLocaleString('en-US')} ${links === 1 ? 'link' : 'links'} and ${folders.toLocaleString('en-US')} ${folders === 1 ? 'folder' : 'folders'} imported.`,
  present: (count: number) => `${count.toLocaleString('en-US')} were there already.`,
  refused: (count: number) => `${count.toLocaleString('en-US')} could not be imported.`,
  refusedList: 'Download the list',
  states: {
    cancelled: 'The import was cancelled. Nothing of it remains.',
    'no-room': 'There was not enough disk space for the rest.',
    gone: 'The file or the folder was deleted on the way.',
  },
} as const;
