import { byWorker, casesOf, refused, type Step } from './step.js';
import { admitted, leave, sent } from './upload-cases.js';

const page =
  '<DL><DT><H3>News</H3><DL><DT><A HREF="https://news.example/">Today</A></DL><DT><A HREF="javascript:1">Bad</A></DL>';

const uploads = (text: string): readonly Step[] => [
  {
    ...leave,
    body: {
      url: '/',
      conflict: 'number',
      files: [{ name: 'bookmarks.html', size: text.length, type: 'text/html' }],
    },
    answer: { docs: [{ name: '<text>', how: 'single' }] },
  },
  { ...sent, bytes: text, answer: { size: text.length } },
  { ...admitted, answer: { docs: { result: { ok: 1 } } }, keep: { file: 'docs.ops.0._id' } },
];
const uploaded = uploads(page);
const refusedFile = (text: string, code: string, message: string): readonly Step[] => [
  ...uploads(text),
  {
    call: 'importBookmarks',
    body: { url: '/', file: '$file' },
    status: 400,
    answer: refused(code, message),
  },
];
const begun: Step = {
  call: 'importBookmarks',
  body: { url: '/', file: '$file', discard: true },
  answer: { process: '<text>', folders: 1, links: 1, refused: 1 },
  keep: { process: 'process' },
};
const none = refused('process.not-found', 'This is finished or was never begun.', 'process');
const nowhere = { ...refused('folder.not-found', 'Page Not Found'), status: 404 };

const notThere: Step = {
  call: 'importBookmarks',
  body: { url: '/', file: 'nowhere' },
  status: 404,
  answer: refused('element.not-found', 'This element does not exist any more.', 'file'),
};

/** Bookmarks that come in and go out. */
export const bookmarkCases = casesOf({
  importBookmarks: [
    ...refusedFile(
      '<p>Hello</p>',
      'bookmarks.none',
      'There are no bookmarks in this file. Choose the HTML file that a browser or a bookmark service exports.',
    ),
    ...refusedFile(
      '<DL>'.repeat(3000),
      'bookmarks.unreadable',
      'This file cannot be read as bookmarks: export it again from where it comes.',
    ),
    ...uploaded,
    notThere,
    { ...begun, body: { url: '/nowhere/', file: '$file' }, status: 404, answer: nowhere, keep: {} },
    begun,
  ],
  importedBookmarks: [
    ...uploaded,
    begun,
    { query: { process: '$process' }, answer: { state: '<text>', folders: '<number>', refused: '<number>' } },
    { query: { process: 'none' }, status: 404, answer: none },
  ],
  refusedBookmarks: [
    ...uploaded,
    begun,
    { query: { process: '$process' }, text: '' },
    { query: { process: 'none' }, status: 404, answer: none },
    { query: { process: '$process' }, ...byWorker },
  ],
  exportBookmarks: [
    { text: '<!DOCTYPE NETSCAPE-Bookmark-file-1>' },
    {
      query: { folder: 'nowhere' },
      status: 404,
      answer: { ...refused('folder.not-found', 'Page Not Found', 'folder'), status: 404 },
    },
    byWorker,
  ],
});
