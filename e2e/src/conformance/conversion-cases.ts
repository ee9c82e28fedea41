import { messages } from '@skyshelf/contracts';
import { refused, type RouteName, type Step } from './step.js';

/** A file with these bytes, kept as `<name>` and `<name>Address`. */
const uploaded = (keep: string, name: string, type: string, bytes: Buffer): Step[] => [
  {
    call: 'startUpload',
    body: { url: '/', files: [{ name, size: bytes.length, type }] },
    keep: { grant: 'docs.0.grant' },
  },
  {
    call: 'sendBytes',
    base64: bytes.toString('base64'),
    headers: { 'upload-grant': '$grant' },
    keep: { receipt: 'receipt' },
  },
  {
    call: 'admitUploads',
    body: { url: '/', files: [{ receipt: '$receipt' }] },
    keep: { [keep]: 'docs.ops.0._id', [`${keep}Address`]: 'docs.ops.0.linkurl' },
  },
];
const link: Step = {
  call: 'addElement',
  body: { url: '/', obj: { linkname: 'Map', linktype: 'website', linkurl: 'https://example.com/' } },
  keep: { link: 'docs._id' },
};
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const unplayable = 'Unable to play this video, You can download and preview locally.';
/** A single teal picture in H.264. */
export const film = Buffer.from(
  'GkXfo6NChoEBQveBAULygQRC84EIQoKIbWF0cm9za2FCh4EEQoWBAhhTgGcBAAAAAAAB7RFNm3TAv4Qhm5B/TbuLU6uEFUmpZlOsgaFNu4tTq4QWVK5rU6yBzE27jFOrhBJUw2dTrIIBSU27jFOrhBxTu2tTrIIB0ewBAAAAAAAAUwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFUmpZqa/hBsTTFoq17GDD0JATYCETGF2ZldBhExhdmZEiYhAaQAAAAAAABZUrmv4v4Qxlg0ergEAAAAAAABp14EBc8WIAAAAAAAAAAGcgQAitZyDdW5kiIEAho9WX01QRUc0L0lTTy9BVkODgQEj44OEC+vCAOCJsIEQuoEQmoECY6KkAULACv/hABVnQsAK2nsBEAAAAwAQAAADAKDxImoBAARozg/IElTDZ9i/hMXYKvRzc89jwItjxYgAAAAAAAAAAWfImUWjh0VOQ09ERVJEh4xMYXZjIGxpYngyNjRnyKJFo4hEVVJBVElPTkSHlDAwOjAwOjAwLjIwMDAwMDAwMAAAH0O2daa/hAIYeJHngQCjm4EAAIAAAAATZYiEOhGKAAIRccAAQDI4AAg04BxTu2uXv4Qq7ZBQu4+zgQC3iveBAfGCAabwgQk=',
  'base64',
);
const letter = { id: '$letter', linkurl: '$letterAddress' };

/** The calls that make something of a file when it is opened. */
export const conversionCases = {
  convertDocument: [
    ...uploaded('letter', 'letter.rtf', 'application/rtf', Buffer.from('{\\rtf1\\ansi A letter}')),
    {
      call: 'convertDocument',
      body: { ...letter, openElement: null },
      polls: true,
      answer: { ok: true, openElement: '<text>' },
      keep: { pdf: 'openElement' },
    },
    { call: 'fileExists', body: { url: '$pdf' }, answer: { file: true } },
    { call: 'readFile', at: '$pdf', text: '%PDF-' },
    {
      call: 'convertDocument',
      body: { ...letter, openElement: '$pdf' },
      answer: { ok: true, openElement: '$pdf' },
    },
    ...uploaded('broken', 'broken.docx', word, Buffer.from('This is no document.')),
    {
      call: 'convertDocument',
      body: { id: '$broken', linkurl: '$brokenAddress' },
      polls: true,
      status: 400,
      answer: refused('document.failed', 'Some error occurred'),
    },
    {
      call: 'convertDocument',
      body: { id: '$broken', linkurl: '$letterAddress' },
      status: 400,
      answer: { error: { code: 'input.invalid', field: 'linkurl' } },
    },
    link,
    {
      call: 'convertDocument',
      body: { id: '$link', linkurl: '$letterAddress' },
      status: 400,
      answer: { error: { code: 'input.invalid', field: 'id' } },
    },
    ...uploaded('bytes', 'bytes.xyz', 'application/octet-stream', Buffer.from('???')),
    {
      call: 'convertDocument',
      body: { id: '$bytes', linkurl: '$bytesAddress' },
      status: 400,
      answer: refused('document.unsupported', messages.noPreview, 'id'),
    },
    {
      call: 'convertDocument',
      body: { id: 'nobody', linkurl: '$letterAddress' },
      status: 404,
      answer: { error: { code: 'element.not-found', field: 'id' } },
    },
  ],
  convertVideo: [
    ...uploaded('film', 'film.mkv', 'video/x-matroska', film),
    {
      call: 'convertVideo',
      body: { id: '$film', linkurl: '$filmAddress' },
      polls: true,
      answer: { ok: true, openElement: '<text>' },
      keep: { mp4: 'openElement' },
    },
    { call: 'fileExists', body: { url: '$mp4' }, answer: { file: true } },
    { call: 'listFolder', body: { url: '/' }, answer: { docs: [{ openElement: '$mp4' }] } },
    ...uploaded('list', 'list.m3u8', 'video/x-mpegURL', Buffer.from('#EXTM3U\n')),
    {
      call: 'convertVideo',
      body: { id: '$list', linkurl: '$listAddress' },
      status: 400,
      answer: refused('video.unplayable', unplayable),
    },
    ...uploaded('broken', 'broken.avi', 'video/x-msvideo', Buffer.from('This is no film.')),
    {
      call: 'convertVideo',
      body: { id: '$broken', linkurl: '$brokenAddress' },
      polls: true,
      status: 400,
      answer: refused('video.unplayable', unplayable),
    },
    {
      call: 'convertVideo',
      body: { id: '$broken', linkurl: '$filmAddress' },
      status: 400,
      answer: { error: { code: 'input.invalid', field: 'linkurl' } },
    },
    {
      call: 'convertVideo',
      body: { id: 'nobody', linkurl: '$filmAddress' },
      status: 404,
      answer: { error: { code: 'element.not-found', field: 'id' } },
    },
  ],
  readLiveFilm: [
    {
      call: 'readLiveFilm',
      params: { run: 'a-run-that-is-no-more', file: 'index.m3u8' },
      status: 410,
      answer: refused('live.ended', 'The video is no longer played from here. Open it again.'),
    },
    {
      call: 'readLiveFilm',
      params: { run: 'a-run-that-is-no-more', file: 'init.mp4' },
      headers: { 'service-worker': 'script' },
      status: 403,
      answer: { error: { code: 'access.denied' } },
    },
  ],
  recordPlayed: [
    ...uploaded('film', 'film.mkv', 'video/x-matroska', film),
    {
      call: 'convertVideo',
      body: { id: '$film', linkurl: '$filmAddress' },
      polls: true,
      keep: { mp4: 'openElement' },
    },
    { call: 'recordPlayed', body: { id: '$film', linkurl: '$mp4' }, answer: { ok: true } },
    { call: 'recordPlayed', body: { id: '$film', linkurl: '$filmAddress' }, answer: { ok: true } },
    {
      call: 'recordPlayed',
      body: { id: '$film', linkurl: 'Cloud/another/x###y' },
      status: 400,
      answer: { error: { code: 'input.invalid', field: 'linkurl' } },
    },
    {
      call: 'recordPlayed',
      body: { id: 'nobody', linkurl: '$mp4' },
      status: 404,
      answer: { error: { code: 'element.not-found', field: 'id' } },
    },
  ],
} satisfies Partial<Record<RouteName, readonly Step[]>>;
