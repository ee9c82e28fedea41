import { casesOf, invalid, type Step } from './step.js';

export const bytes = 'name,town\nAlice,Lyon\n';
export const leave: Step = {
  call: 'startUpload',
  body: { url: '/', files: [{ name: 'towns.csv', size: bytes.length, type: 'text/csv' }] },
  answer: {
    docs: [{ index: 0, uploadId: '<text>', name: 'towns.csv', grant: '<text>', how: 'single' }],
    warnings: [],
  },
  keep: { grant: 'docs.0.grant', upload: 'docs.0.uploadId' },
};
export const sent: Step = {
  call: 'sendBytes',
  bytes,
  headers: { 'upload-grant': '$grant' },
  answer: { receipt: '<text>', uploadId: '$upload', size: bytes.length },
  keep: { receipt: 'receipt' },
};
export const admitted: Step = {
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

const bundleOf = (url: string, ...files: { name: string; size: number; type: string }[]) =>
  JSON.stringify({ url, files });
const bundled: Step = {
  call: 'sendBundle',
  headers: { 'idempotency-key': 'two-lists' },
  bytes: `${bundleOf('/', { name: 'towns.csv', size: 4, type: 'text/csv' }, { name: 'macro.js', size: 2, type: '' }, { name: 'my*lake.csv', size: 3, type: 'text/csv' })}\na,b\n;;x,y`,
  answer: {
    docs: {
      result: { ok: 1 },
      ops: [
        { linkname: 'towns.csv', linktype: 'text/csv', source: 'device', size: 4 },
        { linkname: 'mylake.csv', size: 3 },
      ],
      insertedIds: { '0': '<text>', '2': '<text>' },
    },
    warnings: [
      { index: 1, code: 'type.not-allowed', message: 'Not allowed file type.' },
      {
        index: 2,
        code: 'name.renamed',
        message: 'my*lake.csv was renamed to mylake.csv because it containes one of the unsafe characters',
      },
    ],
  },
  keep: { address: 'docs.ops.1.linkurl' },
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
export const uploadCases = casesOf({
  startImport: [
    {
      body: { url: '/', file: { name: 'towns.csv', size: 20, type: 'text/csv', source: 'url' } },
      answer: { leave: { uploadId: '<text>', name: 'towns.csv', grant: '<text>' }, warnings: [] },
    },
    {
      body: { url: '/', file: { name: 'notes.txt', size: null, type: 'text/plain', source: 'dropbox' } },
      answer: { warnings: [{ index: 0, code: 'type.not-allowed', message: 'Not allowed file type.' }] },
    },
    {
      body: { url: '/', file: { name: 'film.mp4', size: 300_000_000, type: 'video/mp4', source: 'url' } },
      answer: {
        warnings: [{ index: 0, code: 'space.exceeded', message: 'Not enough disk space for: film.mp4' }],
      },
    },
    {
      body: { url: '/', file: { name: 'film.mp4', size: null, type: 'video/mp4', source: 'url' } },
      answer: { leave: { name: 'film.mp4' }, warnings: [] },
    },
    { body: { url: '/', file: { name: 'a.png', size: 1, type: '', source: 'ftp' } }, ...invalid() },
  ],
  startUpload: [
    leave,
    sent,
    admitted,
    {
      body: { url: '/', files: [{ name: 'Towns.csv', size: 1, type: 'text/csv' }], conflict: 'number' },
      answer: { docs: [{ name: 'Towns (2).csv' }], warnings: [] },
    },
    {
      body: { url: '/', files: [{ name: 'virus.JS', size: 1, type: 'text/javascript' }] },
      answer: {
        docs: [],
        warnings: [{ index: 0, code: 'type.not-allowed', message: 'Not allowed file type.' }],
      },
    },
    {
      body: { url: '/', files: [{ name: 'film.mp4', size: 300_000_000, type: 'video/mp4' }] },
      answer: {
        docs: [],
        warnings: [{ index: 0, code: 'space.exceeded', message: 'Not enough disk space for: film.mp4' }],
      },
    },
    {
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
    { body: { url: '/', files: [] }, ...invalid() },
  ],
  sendBytes: [
    leave,
    sent,
    {
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
  sendBundle: [
    bundled,
    bundled,
    { call: 'readFile', at: '$address', text: 'x,y' },
    {
      bytes: `${bundleOf('/', { name: 'TOWNS.csv', size: 1, type: 'text/csv' })}\nx`,
      answer: {
        docs: { ops: [], insertedIds: {} },
        warnings: [{ index: 0, code: 'name.exists', message: 'TOWNS.csv already exist.' }],
      },
    },
    {
      headers: { 'idempotency-key': 'two-lists' },
      bytes: `${bundleOf('/', { name: 'other.csv', size: 1, type: 'text/csv' })}\nx`,
      status: 422,
      answer: { error: { code: 'operation.reused' } },
    },
    {
      bytes: `${bundleOf('/', { name: 'new.csv', size: 2, type: 'text/csv' })}\nx`,
      status: 400,
      answer: { error: { code: 'upload.incomplete' } },
    },
    {
      bytes: `${bundleOf('/', { name: 'new.csv', size: 9_000_000, type: 'text/csv' })}\nx`,
      ...invalid('files'),
    },
  ],
  renewUpload: [
    largeLeave,
    opened,
    { body: { grant: '$grant' }, answer: { grant: '<text>' }, keep: { grant: 'grant' } },
    { call: 'startParts', body: { grant: '$grant' }, answer: { partCount: 2, received: [] } },
    { body: { grant: 'nonsense' }, status: 400, answer: { error: { code: 'upload.bad-grant' } } },
    { call: 'abortParts', params: { uploadId: '$upload' } },
  ],
  listUploads: [
    { answer: { uploads: [] } },
    largeLeave,
    opened,
    { call: 'sendPart', at: '$second', bytes: 'b'.repeat(10), answer: { etag: '<text>' } },
    {
      answer: {
        uploads: [
          {
            uploadId: '$upload',
            folderId: 'root',
            name: 'large.bin',
            size: largeBytes,
            type: 'application/octet-stream',
            modified: null,
            received: 10,
            started: '<text>',
            ends: '<text>',
            grant: '<text>',
          },
        ],
      },
    },
  ],
  startParts: [largeLeave, opened],
  sendPart: [
    largeLeave,
    opened,
    { at: '$second', bytes: 'x'.repeat(10), answer: { etag: '<text>' } },
    {
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
    { params: { uploadId: '$upload' }, answer: { ok: true } },
    {
      call: 'completeParts',
      params: { uploadId: '$upload' },
      body: { parts: [{ partNumber: 1, etag: 'x' }] },
      status: 404,
      answer: { error: { code: 'upload.not-found' } },
    },
  ],
});
