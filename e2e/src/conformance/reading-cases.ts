import { refused, type RouteName, type Step } from './step.js';

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
export const readingCases = {
  listFolder: [
    folder,
    link,
    {
      call: 'listFolder',
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
    { call: 'listFolder', body: { url: '/', folderId: '$folder' }, answer: { folderId: '$folder' } },
    {
      call: 'listFolder',
      body: { url: '/', defaultLinks: true, limit: 1 },
      answer: { next: '<text>', sort: 'name' },
    },
    { call: 'listFolder', visitor: true, body: { url: '/' }, answer: { docs: '<list>', version: 0 } },
    {
      call: 'listFolder',
      visitor: true,
      body: { url: '/Trip/' },
      status: 404,
      answer: { ...gone, status: 404 },
    },
    { call: 'listFolder', body: { url: '/nowhere/' }, status: 404, answer: { ...gone, status: 404 } },
  ],
  searchElements: [
    folder,
    link,
    {
      call: 'searchElements',
      body: { text: 'HARB' },
      answer: { docs: [{ _id: '$link', path: '/Trip/' }], more: false },
    },
    {
      call: 'searchElements',
      body: { tag: 'SEA' },
      answer: { docs: [{ linkname: 'Old harbour' }, { linkname: 'Trip' }] },
    },
    { call: 'searchElements', body: { text: 'arbo', url: '/Trip/' }, answer: { docs: [{ _id: '$link' }] } },
    { call: 'searchElements', body: { text: 'arbo' }, answer: { docs: [] } },
    { call: 'searchElements', body: { text: 'x', url: '/nowhere/' }, status: 404, answer: gone },
  ],
  listTags: [folder, link, { call: 'listTags', answer: { docs: [{ tag: '<text>', count: 2 }], version: 2 } }],
  showPicture: [
    folder,
    link,
    {
      call: 'showPicture',
      params: { elementId: 'unknown', picture: '0' },
      status: 404,
      answer: refused('element.not-found', 'This element does not exist any more.'),
    },
    {
      call: 'showPicture',
      params: { elementId: '$link', picture: '0' },
      status: 404,
      answer: refused('file.not-found', 'This file does not exist.'),
    },
  ],
  listJobs: [{ call: 'listJobs', answer: { docs: [], open: 0 } }],
  prioritizeJobs: [
    folder,
    link,
    { call: 'prioritizeJobs', body: { arr: ['$link', 'unknown'] }, answer: { docs: [] } },
  ],
  listRecent: [
    folder,
    link,
    {
      call: 'listRecent',
      query: { limit: 5 },
      answer: {
        docs: [
          { _id: '$link', path: '/Trip/' },
          { _id: '$folder', path: '/' },
        ],
      },
    },
    {
      call: 'listRecent',
      query: { limit: 0 },
      status: 400,
      answer: { error: { code: 'input.invalid', field: 'limit' } },
    },
  ],
  measureFolder: [
    folder,
    link,
    {
      call: 'measureFolder',
      body: { url: '/Trip/' },
      answer: { folderId: '$folder', version: 2, size: 31, count: 1 },
    },
    { call: 'measureFolder', body: { url: '/nowhere/' }, status: 404, answer: gone },
  ],
  lookUpLink: [
    {
      call: 'lookUpLink',
      body: { linktype: 'playlist', linkurl: 'https://www.youtube.com/playlist?list=PLskyshelf_sample' },
      answer: { title: null, items: [{ linktype: 'youtube', linkname: 'First steps' }, {}, {}] },
    },
    {
      call: 'lookUpLink',
      body: { linktype: 'playlist', linkurl: 'https://www.youtube.com/playlist?list=PLnobody_knows' },
      status: 404,
      answer: refused('playlist.not-found', "Playlist doesn't exist", 'linkurl'),
    },
    {
      call: 'lookUpLink',
      body: { linktype: 'playlist', linkurl: 'https://www.youtube.com/playlist?list=PLskyshelf_empty' },
      status: 400,
      answer: refused('playlist.empty', 'Empty playlist', 'linkurl'),
    },
    {
      call: 'lookUpLink',
      body: { linktype: 'playlist', linkurl: 'https://www.youtube.com/' },
      status: 400,
      answer: refused('playlist.wrong-url', 'Wrong playlist url', 'linkurl'),
    },
    {
      call: 'lookUpLink',
      body: { linktype: 'vimeo', linkurl: 'https://vimeo.com/a/b?c=d' },
      status: 400,
      answer: refused('video.wrong-url', 'Wrong video url', 'linkurl'),
    },
  ],
  usage: [
    folder,
    link,
    {
      call: 'usage',
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
    {
      call: 'changes',
      query: { since: 1 },
      answer: { version: 1, resync: false, elements: [], removed: [] },
    },
    link,
    {
      call: 'changes',
      query: { since: 1 },
      answer: { version: 2, elements: [{ _id: '$link', path: '/Trip/' }] },
    },
    { call: 'changes', query: { since: 99 }, answer: { version: 2, resync: true } },
  ],
} satisfies Partial<Record<RouteName, readonly Step[]>>;
