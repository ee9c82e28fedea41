import { casesOf, invalid, noFile, refused, type Step } from './step.js';

const folder: Step = {
  call: 'addElement',
  body: { url: '/', obj: { linkname: 'Trip', linktype: 'folder', linktag: ['Sea'] } },
  keep: { folder: 'docs._id' },
};
const link: Step = {
  call: 'addElement',
  body: {
    url: '/Trip/',
    obj: { linkname: 'Old harbour', linktype: 'website', linkurl: 'https://example.com/', linktag: ['sea'] },
  },
  keep: { link: 'docs._id' },
};
const gone = refused('folder.not-found', 'Page Not Found', 'url');

/** The calls that look at a drive. */
export const readingCases = casesOf({
  listFolder: [
    { call: 'readSettings', answer: {} },
    { body: { url: '/', limit: 1 }, answer: { docs: [{ default: true }], version: 0 } },
    { body: { url: '/', defaultLinks: false }, answer: { docs: [], version: 0 } },
    folder,
    link,
    {
      body: { url: '/Trip', sub: 'anybody' },
      answer: {
        docs: [
          {
            _id: '$link',
            folderId: '$folder',
            path: '/Trip/',
            linkname: 'Old harbour',
            linktype: 'website',
            linkurl: 'https://example.com/',
            linktag: ['sea'],
            default: false,
            size: 31,
          },
        ],
        folderId: '$folder',
        version: 2,
      },
    },
    { body: { url: '/', folderId: '$folder' }, answer: { folderId: '$folder' } },
    { body: { url: '/', defaultLinks: true, limit: 1 }, answer: { next: '<text>', sort: 'name' } },
    { visitor: true, body: { url: '/' }, answer: { docs: '<list>', version: 0 } },
    { visitor: true, body: { url: '/Trip/' }, status: 404, answer: { ...gone, status: 404 } },
    { body: { url: '/nowhere/' }, status: 404, answer: { ...gone, status: 404 } },
  ],
  searchElements: [
    folder,
    link,
    { body: { text: 'HARB' }, answer: { docs: [{ _id: '$link', path: '/Trip/' }], more: false } },
    { body: { tag: 'SEA' }, answer: { docs: [{ linkname: 'Old harbour' }, { linkname: 'Trip' }] } },
    { body: { text: 'arbo', url: '/Trip/' }, answer: { docs: [{ _id: '$link' }] } },
    { body: { text: 'arbo' }, answer: { docs: [] } },
    { body: { text: 'vime' }, answer: { docs: [{ _id: 'default:vimeo', default: true }], more: false } },
    { body: { text: 'x', url: '/nowhere/' }, status: 404, answer: gone },
  ],
  listTags: [folder, link, { answer: { docs: [{ tag: '<text>', count: 2 }], version: 2 } }],
  showPicture: [
    folder,
    link,
    {
      params: { elementId: 'unknown', picture: '0' },
      status: 404,
      answer: refused('element.not-found', 'This element does not exist any more.'),
    },
    { params: { elementId: '$link', picture: '0' }, ...noFile },
  ],
  listJobs: [{ answer: { docs: [], open: 0 } }],
  prioritizeJobs: [folder, link, { body: { arr: ['$link', 'unknown'] }, answer: { docs: [] } }],
  retryJobs: [folder, link, { body: { arr: ['$link', 'unknown'] }, answer: { docs: [] } }],
  listRecent: [
    folder,
    link,
    {
      query: { limit: 5 },
      answer: {
        docs: [
          { _id: '$link', path: '/Trip/' },
          { _id: '$folder', path: '/' },
        ],
      },
    },
    { query: { limit: 0 }, ...invalid('limit') },
  ],
  measureFolder: [
    folder,
    link,
    { body: { url: '/Trip/' }, answer: { folderId: '$folder', version: 2, size: 31, count: 1 } },
    { body: { url: '/nowhere/' }, status: 404, answer: gone },
  ],
  lookUpLink: [
    {
      body: { linktype: 'playlist', linkurl: 'https://www.youtube.com/playlist?list=PLskyshelf_sample' },
      answer: { title: null, items: [{ linktype: 'youtube', linkname: 'First steps' }, {}, {}] },
    },
    {
      body: { linktype: 'playlist', linkurl: 'https://www.youtube.com/playlist?list=PLnobody_knows' },
      status: 404,
      answer: refused('playlist.not-found', "Playlist doesn't exist", 'linkurl'),
    },
    {
      body: { linktype: 'playlist', linkurl: 'https://www.youtube.com/playlist?list=PLskyshelf_empty' },
      status: 400,
      answer: refused('playlist.empty', 'Empty playlist', 'linkurl'),
    },
    {
      body: { linktype: 'playlist', linkurl: 'https://www.youtube.com/' },
      status: 400,
      answer: refused('playlist.wrong-url', 'Wrong playlist url', 'linkurl'),
    },
    {
      body: { linktype: 'vimeo', linkurl: 'https://vimeo.com/a/b?c=d' },
      status: 400,
      answer: refused('video.wrong-url', 'Wrong video url', 'linkurl'),
    },
  ],
  usage: [
    folder,
    link,
    {
      body: {},
      answer: {
        result: {
          available: 262_143_969,
          totalSize: 31,
          planSize: 262_144_000,
          count: 2,
          Links: 31,
          description: 'There is room for 250 MB more.',
        },
      },
    },
  ],
  changes: [
    folder,
    { query: { since: 1 }, answer: { version: 1, resync: false, elements: [], removed: [] } },
    link,
    { query: { since: 1 }, answer: { version: 2, elements: [{ _id: '$link', path: '/Trip/' }] } },
    { query: { since: 99 }, answer: { version: 2, resync: true } },
  ],
});
