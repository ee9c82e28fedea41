import { refused, type RouteName, type Step } from './step.js';

const bytes = 'name,town\nAlice,Lyon\n';
const leave: Step = {
  call: 'startUpload',
  body: { url: '/', files: [{ name: 'towns.csv', size: bytes.length, type: 'text/csv' }] },
  answer: {
    docs: [{ index: 0, uploadId: '<text>', name: 'towns.csv', grant: '<text>', how: 'single' }],
    warnings: [],
  },
  keep: { grant: 'docs.0.grant', upload: 'docs.0.uploadId' },
};
const sent: Step = {
  call: 'sendBytes',
  bytes,
  headers: { 'upload-grant': '$grant' },
  answer: { receipt: '<text>', uploadId: '$upload', size: bytes.length },
  keep: { receipt: 'receipt' },
};
const admitted: Step = {
  call: 'admitUploads',
  body: { url: '/', files: [{ receipt: '$receipt', linkname: 'another name', size: 1 }] },
  answer: {
    docs: {
      result: { ok: 1 },
      ops: [{ linkname: 'towns.csv', extension: 'csv', source: 'device', size: bytes.length }],
      insertedIds: { '0': '<text>' },
    },
    warnings: [],
  },
  keep: { address: 'docs.ops.0.linkurl' },
};

const largeBytes = 8 * 1024 * 1024 + 10;
const largeLeave: Step = {
  call: 'startUpload',
  body: { url: '/', files: [{ name: 'large.bin', size: largeBytes, type: 'application/octet-stream' }] },
  answer: { docs: [{ how: 'parts' }] },
  keep: { grant: 'docs.0.grant' },
};
const opened: Step = {
  call: 'startParts',
  body: { grant: '$grant' },
  answer: {
    partBytes: 8 * 1024 * 1024,
    partCount: 2,
    received: [],
    urls: [{ partNumber: 1 }, { partNumber: 2 }],
  },
  keep: { upload: 'uploadId', first: 'urls.0.url', second: 'urls.1.url' },
};

/** The calls that bring bytes and give them back. Addresses of parts and files are taken apart by the walk. */
export const uploadCases = {
  startUpload: [
    leave,
    {
      call: 'startUpload',
      body: { url: '/', files: [{ name: 'virus.JS', size: 1, type: 'text/javascript' }] },
      answer: {
        docs: [],
        warnings: [{ index: 0, code: 'type.not-allowed', message: 'Not allowed file type.' }],
      },
    },
    {
      call: 'startUpload',
      body: { url: '/', files: [{ name: 'film.mp4', size: 300_000_000, type: 'video/mp4' }] },
      answer: {
        docs: [],
        warnings: [{ index: 0, code: 'space.exceeded', message: 'Not enough disk space for: film.mp4' }],
      },
    },
    {
      call: 'startUpload',
      body: { url: '/', files: [{ name: 'my*lake.csv', size: 1, type: 'text/csv' }] },
      answer: {
        docs: [{ name: 'mylake.csv' }],
        warnings: [
          {
            index: 0,
            code: 'name.renamed',
            message:
              'my*lake.csv was renamed to mylake.csv because it containes one of the unsafe characters',
          },
        ],
      },
    },
    {
      call: 'startUpload',
      body: { url: '/', files: [] },
      status: 400,
      answer: { error: { code: 'input.invalid' } },
    },
  ],
  sendBytes: [
    leave,
    sent,
    {
      call: 'sendBytes',
      bytes,
      headers: { 'upload-grant': 'nonsense' },
      status: 400,
      answer: { error: { code: 'upload.bad-grant' } },
    },
  ],
  admitUploads: [
    leave,
    sent,
    admitted,
    admitted,
    {
      call: 'startUpload',
      body: { url: '/', files: [{ name: 'TOWNS.csv', size: 1, type: 'text/csv' }] },
      answer: {
        docs: [],
        warnings: [{ index: 0, code: 'name.exists', message: 'TOWNS.csv already exist.' }],
      },
    },
  ],
  startParts: [largeLeave, opened],
  sendPart: [
    largeLeave,
    opened,
    { call: 'sendPart', at: '$second', bytes: 'x'.repeat(10), answer: { etag: '<text>' } },
    {
      call: 'sendPart',
      at: '$first',
      query: { signature: 'forged' },
      bytes: 'x',
      status: 400,
      statusOfStore: 403,
      answer: { error: { code: 'upload.bad-grant' } },
    },
  ],
  completeParts: [
    largeLeave,
    opened,
    { call: 'sendPart', at: '$first', bytes: 'a'.repeat(8 * 1024 * 1024), keep: { one: 'etag' } },
    { call: 'sendPart', at: '$second', bytes: 'b'.repeat(10), keep: { two: 'etag' } },
    {
      call: 'completeParts',
      params: { uploadId: '$upload' },
      body: {
        parts: [
          { partNumber: 1, etag: '$one' },
          { partNumber: 2, etag: '$two' },
        ],
      },
      answer: { receipt: '<text>', uploadId: '$upload', size: largeBytes },
    },
  ],
  abortParts: [
    largeLeave,
    opened,
    { call: 'abortParts', params: { uploadId: '$upload' }, answer: { ok: true } },
    {
      call: 'completeParts',
      params: { uploadId: '$upload' },
      body: { parts: [{ partNumber: 1, etag: 'x' }] },
      status: 404,
      answer: { error: { code: 'upload.not-found' } },
    },
  ],
  readFile: [
    leave,
    sent,
    admitted,
    { call: 'readFile', at: '$address', text: bytes },
    { call: 'readFile', at: '$address', headers: { range: 'bytes=5-8' }, status: 206, text: 'town' },
    {
      call: 'readFile',
      params: { blobId: 'nobody-has-it', name: 'x' },
      status: 404,
      answer: refused('file.not-found', 'This file does not exist.'),
    },
  ],
} satisfies Partial<Record<RouteName, readonly Step[]>>;
