import { messages } from '@skyshelf/contracts';
import { link } from './element-cases.js';
import { byWorker, casesOf, invalid, refused, type Step } from './step.js';

/** A file with these bytes, kept as `<name>` and `<name>Address`. */
export const uploaded = (keep: string, name: string, type: string, bytes: Buffer): Step[] => [
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
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const unplayable = 'Unable to play this video, You can download and preview locally.';
/** The bytes are of no known type, so the declared type counts. */
const noText = Buffer.alloc(64, '\x01\x02\x03\xff', 'latin1');
/** A single teal picture in H.264. */
export const film = Buffer.from(
  'GkXfo6NChoEBQveBAULygQRC84EIQoKIbWF0cm9za2FCh4EEQoWBAhhTgGcBAAAAAAAB7RFNm3TAv4Qhm5B/TbuLU6uEFUmpZlOsgaFNu4tTq4QWVK5rU6yBzE27jFOrhBJUw2dTrIIBSU27jFOrhBxTu2tTrIIB0ewBAAAAAAAAUwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFUmpZqa/hBsTTFoq17GDD0JATYCETGF2ZldBhExhdmZEiYhAaQAAAAAAABZUrmv4v4Qxlg0ergEAAAAAAABp14EBc8WIAAAAAAAAAAGcgQAitZyDdW5kiIEAho9WX01QRUc0L0lTTy9BVkODgQEj44OEC+vCAOCJsIEQuoEQmoECY6KkAULACv/hABVnQsAK2nsBEAAAAwAQAAADAKDxImoBAARozg/IElTDZ9i/hMXYKvRzc89jwItjxYgAAAAAAAAAAWfImUWjh0VOQ09ERVJEh4xMYXZjIGxpYngyNjRnyKJFo4hEVVJBVElPTkSHlDAwOjAwOjAwLjIwMDAwMDAwMAAAH0O2daa/hAIYeJHngQCjm4EAAIAAAAATZYiEOhGKAAIRccAAQDI4AAg04BxTu2uXv4Qq7ZBQu4+zgQC3iveBAfGCAabwgQk=',
  'base64',
);
const letter = { id: '$letter', linkurl: '$letterAddress' };

/** The calls that make something of a file when it is opened. */
export const conversionCases = casesOf({
  convertDocument: [
    ...uploaded('letter', 'letter.rtf', 'application/rtf', Buffer.from('{\\rtf1\\ansi A letter}')),
    {
      body: { ...letter, openElement: null },
      polls: true,
      answer: { ok: true, openElement: '<text>' },
      keep: { pdf: 'openElement' },
    },
    { call: 'fileExists', body: { url: '$pdf' }, answer: { file: true } },
    { call: 'readFile', at: '$pdf', text: '%PDF-' },
    { body: { ...letter, openElement: '$pdf' }, answer: { ok: true, openElement: '$pdf' } },
    ...uploaded('broken', 'broken.docx', word, noText),
    {
      body: { id: '$broken', linkurl: '$brokenAddress' },
      polls: true,
      status: 400,
      answer: refused('document.failed', 'Some error occurred'),
    },
    { body: { id: '$broken', linkurl: '$letterAddress' }, ...invalid('linkurl') },
    link,
    { body: { id: '$link', linkurl: '$letterAddress' }, ...invalid('id') },
    ...uploaded('bytes', 'bytes.xyz', 'application/octet-stream', Buffer.from('???')),
    {
      body: { id: '$bytes', linkurl: '$bytesAddress' },
      status: 400,
      answer: refused('document.unsupported', messages.noPreview, 'id'),
    },
    {
      body: { id: 'nobody', linkurl: '$letterAddress' },
      status: 404,
      answer: { error: { code: 'element.not-found', field: 'id' } },
    },
  ],
  convertVideo: [
    ...uploaded('film', 'film.mkv', 'video/x-matroska', film),
    {
      body: { id: '$film', linkurl: '$filmAddress' },
      polls: true,
      answer: { ok: true, openElement: '<text>' },
      keep: { mp4: 'openElement' },
    },
    { call: 'fileExists', body: { url: '$mp4' }, answer: { file: true } },
    {
      call: 'listFolder',
      body: { url: '/', defaultLinks: false },
      answer: { docs: [{ openElement: '$mp4' }] },
    },
    ...uploaded('list', 'list.m3u8', 'audio/x-mpegurl', Buffer.from('#EXTM3U\n')),
    {
      body: { id: '$list', linkurl: '$listAddress' },
      status: 400,
      answer: refused('video.unplayable', unplayable),
    },
    ...uploaded('broken', 'broken.avi', 'video/x-msvideo', noText),
    {
      body: { id: '$broken', linkurl: '$brokenAddress' },
      polls: true,
      status: 400,
      answer: refused('video.unplayable', unplayable),
    },
    { body: { id: '$broken', linkurl: '$filmAddress' }, ...invalid('linkurl') },
    {
      body: { id: 'nobody', linkurl: '$filmAddress' },
      status: 404,
      answer: { error: { code: 'element.not-found', field: 'id' } },
    },
  ],
  readLiveFilm: [
    {
      params: { run: 'a-run-that-is-no-more', file: 'index.m3u8' },
      status: 410,
      answer: refused('live.ended', 'The video is no longer played from here. Open it again.'),
    },
    { params: { run: 'a-run-that-is-no-more', file: 'init.mp4' }, ...byWorker },
  ],
  recordPlayed: [
    ...uploaded('film', 'film.mkv', 'video/x-matroska', film),
    {
      call: 'convertVideo',
      body: { id: '$film', linkurl: '$filmAddress' },
      polls: true,
      keep: { mp4: 'openElement' },
    },
    { body: { id: '$film', linkurl: '$mp4' }, answer: { ok: true } },
    { body: { id: '$film', linkurl: '$filmAddress' }, answer: { ok: true } },
    { body: { id: '$film', linkurl: 'Cloud/another/x###y' }, ...invalid('linkurl') },
    {
      body: { id: 'nobody', linkurl: '$mp4' },
      status: 404,
      answer: { error: { code: 'element.not-found', field: 'id' } },
    },
  ],
});
