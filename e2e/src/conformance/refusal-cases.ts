import type { ErrorCode } from '@skyshelf/contracts';
import { uploaded } from './conversion-cases.js';
import { folder, link } from './element-cases.js';
import { byWorker, type RouteName, type Step } from './step.js';

const long = 'n'.repeat(256);
const video = 'https://www.youtube.com/watch?v=aaaaaaaaaaa';

type Sent = Pick<Step, 'body' | 'query' | 'headers' | 'params' | 'bytes' | 'at' | 'statusOfStore'>;
/** A call that is refused with a code. */
const refuses = (call: RouteName, status: number, code: ErrorCode, sent: Sent): Step => ({
  call,
  status,
  ...sent,
  answer: { error: { code } },
});

const adds = (status: number, code: ErrorCode, obj: object, target: object = { url: '/' }): Step =>
  refuses('addElement', status, code, { body: { ...target, obj: { linkname: 'New', ...obj } } });
const edits = (status: number, code: ErrorCode, id: string, obj: object): Step =>
  refuses('editElement', status, code, { body: { url: '/', id, obj } });
const pastes = (status: number, code: ErrorCode, body: object): Step =>
  refuses('pasteElements', status, code, { body: { url: '/', arr: ['$link'], action: 'copy', ...body } });
const holds = (id: string, keep: string): Step => ({
  call: 'deleteElements',
  body: { url: '/', arr: [id], hold: 60 },
  keep: { [keep]: 'docs.process', [`${keep}-deleted`]: 'operation' },
});
const undoes = (status: number, code: ErrorCode, operation: string): Step =>
  refuses('undo', status, code, { body: { operation } });
const item = (fields: object = {}) => ({ obj: [{ linkname: 'One', linkurl: video, ...fields }] });
const plays = (status: number, code: ErrorCode, body: object): Step =>
  refuses('addPlaylist', status, code, { body: { url: '/', name: 'Lessons', ...item(), ...body } });
const looksUp = (code: ErrorCode, linktype: string, linkurl: string): Step =>
  refuses('lookUpLink', 400, code, { body: { linktype, linkurl } });
const starts = (target: object): Sent => ({
  body: { files: [{ name: 'a.csv', size: 1, type: 'text/csv' }], ...target },
});

const bundles = (url: string): Sent => ({
  bytes: `${JSON.stringify({ url, files: [{ name: 'a.csv', size: 1, type: 'text/csv' }] })}\nx`,
});

const imports = (url: string): Sent => ({
  body: { url, file: { name: 'a.png', size: 1, type: '', source: 'url' } },
});

/** The folders are nested as deep as allowed. */
const deepFolders: Step[] = Array.from({ length: 128 }, (_, depth) => ({
  call: 'addElement',
  body: {
    ...(depth === 0 ? { url: '/' } : { url: '/', folderId: '$deepest' }),
    obj: { linkname: 'd', linktype: 'folder' },
  },
  keep: { deepest: 'docs._id' },
}));
const atTheBottom = { url: '/', folderId: '$deepest' };

/** The bytes that a Free plan leaves besides a link of 31 bytes. */
const allThatIsLeft = 262_144_000 - 31;
const farOff = { headers: { range: 'bytes=99-' } };
const otherBytes = { headers: { 'if-match': '"other"' } };
const crossSite = { headers: { 'sec-fetch-site': 'cross-site' } };

const largeBytes = 8 * 1024 * 1024 + 10;
const openedParts: Step[] = [
  {
    call: 'startUpload',
    body: { url: '/', files: [{ name: 'l.bin', size: largeBytes, type: 'application/octet-stream' }] },
    keep: { grant: 'docs.0.grant' },
  },
  {
    call: 'startParts',
    body: { grant: '$grant' },
    keep: { upload: 'uploadId', first: 'urls.0.url', second: 'urls.1.url' },
  },
];
const ofUpload = { params: { uploadId: '$upload' } };

/** The cases that the calls leave: each code that a contract lists, provoked once. */
export const refusalCases: Readonly<Record<string, readonly Step[]>> = {
  'a name, a kind or a folder that is none': [
    folder('Trip'),
    adds(400, 'name.too-long', { linkname: long, linktype: 'folder' }),
    adds(400, 'kind.unsupported', { linktype: 'nonsense', linkurl: 'https://example.com/' }),
    adds(400, 'playlist.wrong-url', { linktype: 'playlist', linkurl: 'https://www.youtube.com/' }),
    adds(404, 'folder.not-found', { linktype: 'folder' }, { url: '/nowhere/' }),
    refuses('editPath', 404, 'folder.not-found', { body: { prevPath: '/nowhere/', newPath: '/here/' } }),
    refuses('editPath', 400, 'name.required', { body: { prevPath: '/Trip/', newPath: '/' } }),
    refuses('editPath', 400, 'name.too-long', { body: { prevPath: '/Trip/', newPath: `/${long}/` } }),
    folder('Other'),
    refuses('editPath', 409, 'name.exists', { body: { prevPath: '/Trip/', newPath: '/Other/' } }),
    refuses('startUpload', 404, 'folder.not-found', starts({ url: '/nowhere/' })),
    refuses('startUpload', 400, 'input.invalid', starts({ url: '/', conflict: 'merge' })),
    refuses('sendBundle', 404, 'folder.not-found', bundles('/nowhere/')),
    refuses('startImport', 404, 'folder.not-found', imports('/nowhere/')),
  ],
  'an element that is not there, or not to be changed so': [
    folder('Trip'),
    link,
    edits(404, 'element.not-found', 'nobody', { linkname: 'x' }),
    edits(400, 'url.locked', '$link', { linkurl: 'https://example.com/other' }),
    edits(400, 'name.required', '$link', { linkname: ' ' }),
    edits(400, 'name.too-long', '$link', { linkname: long }),
    {
      call: 'addElement',
      body: { url: '/', obj: { linkname: 'Plan', linktype: 'website', linkurl: 'https://example.com/2' } },
    },
    edits(409, 'name.exists', '$link', { linkname: 'Plan' }),
    pastes(404, 'element.not-found', { arr: ['nobody'] }),
    pastes(404, 'folder.not-found', { url: '/nowhere/' }),
    pastes(400, 'paste.into-itself', { url: '/Trip/', arr: ['$Trip'] }),
    refuses('editFiles', 404, 'file.not-found', { body: { arrOld: ['Cloud/x/y'], arrNew: ['Cloud/x/y'] } }),
    refuses('confirmThumbnail', 400, 'default.locked', { body: { _id: 'default:gmail', confirm: true } }),
    refuses('confirmThumbnail', 404, 'element.not-found', { body: { _id: 'nobody', confirm: true } }),
    refuses('countOpening', 404, 'element.not-found', { body: { _id: 'nobody' } }),
    refuses('tagElements', 400, 'default.locked', { body: { arr: ['default:gmail'], add: ['a'] } }),
    refuses('tagElements', 404, 'element.not-found', { body: { arr: ['nobody'], add: ['a'] } }),
    refuses('renameTag', 400, 'name.required', { body: { tag: 'a', to: ' ' } }),
    refuses('removeTag', 400, 'name.required', { body: { tag: ' ' } }),
  ],
  'a deletion that cannot be undone any more': [
    folder('Trip'),
    {
      call: 'addElement',
      body: { url: '/Trip/', obj: { linkname: 'Rome', linktype: 'folder' } },
      keep: { rome: 'docs._id' },
    },
    holds('$rome', 'inner'),
    holds('$Trip', 'outer'),
    folder('Trip'),
    refuses('cancelProcess', 404, 'folder.not-found', { body: { process: '$inner', exact: true } }),
    refuses('cancelProcess', 409, 'name.exists', { body: { process: '$outer', exact: true } }),
    undoes(404, 'folder.not-found', '$inner-deleted'),
    undoes(409, 'name.exists', '$outer-deleted'),
    {
      call: 'deleteElements',
      body: { url: '/', arr: ['$Trip'], forever: true },
      keep: { gone: 'operation' },
    },
    undoes(404, 'process.not-found', '$gone'),
  ],
  'a move to be undone after its folder went into what was moved': [
    folder('Trip'),
    {
      call: 'addElement',
      body: { url: '/Trip/', obj: { linkname: 'Rome', linktype: 'folder' } },
      keep: { rome: 'docs._id' },
    },
    {
      call: 'pasteElements',
      body: { url: '/', arr: ['$rome'], action: 'cut' },
      keep: { moved: 'operation' },
    },
    { call: 'pasteElements', body: { url: '/Rome/', arr: ['$Trip'], action: 'cut' } },
    undoes(400, 'paste.into-itself', '$moved'),
  ],
  'a link or a playlist that is none': [
    looksUp('kind.unsupported', 'nonsense', 'https://example.com/'),
    looksUp('url.required', 'vimeo', ''),
    looksUp('url.invalid', 'vimeo', 'http://10.0.0.1/'),
    plays(400, 'name.required', { name: ' ' }),
    plays(400, 'name.too-long', { name: long }),
    plays(400, 'kind.unsupported', item({ linktype: 'vimeo' })),
    plays(400, 'url.required', item({ linkurl: '' })),
    plays(400, 'url.invalid', item({ linkurl: 'http://10.0.0.1/' })),
    plays(400, 'video.wrong-url', item({ linkurl: 'https://example.com/' })),
    plays(400, 'playlist.wrong-url', { linkurl: 'https://www.youtube.com/' }),
    plays(404, 'folder.not-found', { url: '/nowhere/' }),
    folder('Lessons'),
    plays(409, 'name.exists', {}),
  ],
  'a playlist that was deleted before its call is repeated': [
    {
      call: 'addPlaylist',
      headers: { 'idempotency-key': 'once' },
      body: { url: '/', name: 'Lessons', ...item() },
      keep: { made: 'docs._id' },
    },
    { call: 'deleteElements', body: { url: '/', arr: ['$made'] } },
    { ...plays(404, 'element.not-found', {}), headers: { 'idempotency-key': 'once' } },
  ],
  'folders as deep as they may be': [
    ...deepFolders,
    link,
    adds(400, 'depth.exceeded', { linktype: 'folder' }, atTheBottom),
    pastes(400, 'depth.exceeded', atTheBottom),
    plays(400, 'depth.exceeded', atTheBottom),
    refuses('startUpload', 400, 'depth.exceeded', starts(atTheBottom)),
    refuses('sendBundle', 400, 'depth.exceeded', bundles(`/${'d/'.repeat(128)}`)),
    refuses('startImport', 400, 'depth.exceeded', imports(`/${'d/'.repeat(128)}`)),
  ],
  'a drive that is full': [
    link,
    folder('Trip'),
    {
      call: 'startUpload',
      body: {
        url: '/',
        files: [{ name: 'all.bin', size: allThatIsLeft, type: 'application/octet-stream' }],
      },
      answer: { warnings: [] },
    },
    adds(507, 'space.exceeded', { linktype: 'website', linkurl: 'https://example.com/2' }),
    edits(507, 'space.exceeded', '$link', { linkname: 'A map with a longer name' }),
    pastes(507, 'space.exceeded', { url: '/Trip/' }),
    plays(507, 'space.exceeded', {}),
  ],
  'bytes that are not those of their leave': [
    {
      call: 'startUpload',
      body: { url: '/', files: [{ name: 'a.csv', size: 5, type: 'text/csv' }] },
      keep: { grant: 'docs.0.grant' },
    },
    refuses('sendBytes', 400, 'upload.incomplete', { bytes: 'four', headers: { 'upload-grant': '$grant' } }),
    refuses('admitUploads', 400, 'upload.bad-receipt', {
      body: { url: '/', files: [{ receipt: 'nonsense' }] },
    }),
    refuses('startParts', 400, 'upload.bad-grant', { body: { grant: 'nonsense' } }),
    ...openedParts,
    refuses('sendPart', 400, 'upload.incomplete', { at: '$second', bytes: 'four', statusOfStore: 403 }),
    refuses('completeParts', 400, 'upload.incomplete', {
      ...ofUpload,
      body: { parts: [{ partNumber: 1, etag: 'x' }] },
    }),
    { call: 'abortParts', ...ofUpload },
    refuses('sendPart', 404, 'upload.not-found', {
      at: '$second',
      bytes: 'x'.repeat(10),
      statusOfStore: 404,
    }),
    refuses('abortParts', 404, 'upload.not-found', { params: { uploadId: 'nobody' } }),
    refuses('startParts', 404, 'upload.not-found', { body: { grant: '$grant' } }),
  ],
  'a file that is asked for in a way that it is not given': [
    ...uploaded('file', 'a.csv', 'text/csv', Buffer.from('four')),
    refuses('readFile', 416, 'range.invalid', { at: '$fileAddress', ...farOff }),
    refuses('readFile', 412, 'precondition.failed', { at: '$fileAddress', ...otherBytes }),
    { call: 'readFile', at: '$fileAddress', ...byWorker },
    refuses('download', 416, 'range.invalid', { query: { key0: '$fileAddress' }, ...farOff }),
    refuses('download', 412, 'precondition.failed', { query: { key0: '$fileAddress' }, ...otherBytes }),
    { call: 'download', query: { key0: '$fileAddress' }, ...byWorker },
    refuses('listFolder', 412, 'precondition.failed', { body: { url: '/' }, ...otherBytes }),
  ],
  'a session that another site is after, or that has ended': [
    refuses('setReadCookie', 403, 'access.denied', { ...crossSite, body: { token: '' } }),
    refuses('logOut', 403, 'access.denied', crossSite),
    refuses('logOutEverywhere', 403, 'access.denied', crossSite),
    { call: 'logOut' },
    refuses('setReadCookie', 401, 'auth.revoked', { body: { token: '$token' } }),
  ],
};
