import { casesOf, denied, refused, type Step } from './step.js';

const folder: Step = {
  call: 'addElement',
  body: { url: '/', obj: { linkname: 'Inbox', linktype: 'folder' } },
  keep: { inbox: 'docs._id' },
};
const asked: Step = {
  call: 'createShare',
  body: { ids: ['$inbox'], receives: { maxFiles: 2, maxFileBytes: 100, kinds: ['document'], askName: true } },
  answer: { docs: { receives: { maxFiles: 2, maxBytes: null, askName: true, files: 0, bytes: 0 } } },
  keep: { share: 'docs.id', address: 'docs.address' },
};
const opened: Step = {
  call: 'openShare',
  visitor: true,
  at: '$address',
  body: {},
  answer: { id: '$share', title: '', roots: [], receives: { maxFileBytes: 100, kinds: ['document'] } },
};
const bytes = 'name,town\nAlice,Lyon\n';
const towns = { name: 'towns.csv', size: bytes.length, type: 'text/csv' };
const startBody = { sending: 'one', sender: 'Eve', files: [towns] };
const begun: Step = {
  call: 'startDrop',
  link: true,
  body: startBody,
  answer: { docs: [{ index: 0, uploadId: '<text>', name: 'towns.csv', how: 'single' }], warnings: [] },
  keep: { grant: 'docs.0.grant', upload: 'docs.0.uploadId' },
};
const sent: Step = {
  call: 'sendBytes',
  link: true,
  bytes,
  headers: { 'upload-grant': '$grant' },
  keep: { receipt: 'receipt' },
};
const all = [folder, asked, opened];
const stateIs = (state: string): Step => ({
  call: 'readDrops',
  link: true,
  body: { uploads: ['$upload', 'another'] },
  answer: {
    docs: [
      { uploadId: '$upload', state },
      { uploadId: 'another', state: 'unknown' },
    ],
  },
});
const paused: Step = { call: 'changeShare', body: { id: '$share', paused: true } };
const closed = {
  status: 404,
  answer: refused(
    'share.not-found',
    'Nothing is shown here. The link may have ended, or its address may be incomplete.',
  ),
};

/** A link that receives: what its visitors send. */
export const dropCases = casesOf({
  startDrop: [
    ...all,
    { body: startBody, ...denied },
    {
      link: true,
      body: { sending: 'one', files: [towns] },
      status: 400,
      answer: refused('name.required', 'This field is required', 'sender'),
    },
    {
      link: true,
      body: {
        ...startBody,
        files: [
          { ...towns, size: 101 },
          { ...towns, name: 'a.png', type: 'image/png' },
        ],
      },
      answer: {
        docs: [],
        warnings: [
          { index: 0, code: 'drop.limit', message: 'This link takes files of at most 100 Bytes.' },
          { index: 1, code: 'drop.limit', message: 'This link takes documents only.' },
        ],
      },
    },
    {
      link: true,
      body: { ...startBody, files: [towns, towns, towns] },
      answer: {
        docs: [{ name: 'towns.csv' }, { name: 'towns.csv' }],
        warnings: [{ index: 2, code: 'drop.limit', message: 'This link takes 2 files in all.' }],
      },
    },
    paused,
    { link: true, body: startBody, ...closed },
  ],
  admitDrops: [
    ...all,
    begun,
    sent,
    {
      link: true,
      body: { files: [{ receipt: 'nonsense' }] },
      status: 400,
      answer: { error: { code: 'upload.bad-receipt', field: 'files.0.receipt' } },
    },
    { link: true, body: { files: [{ receipt: '$receipt' }] }, answer: { received: [0], warnings: [] } },
    { link: true, body: { files: [{ receipt: '$receipt' }] }, answer: { received: [0], warnings: [] } },
    stateIs('received'),
    {
      call: 'listFolder',
      body: { url: '/Inbox/' },
      answer: { docs: [{ linkname: 'towns.csv', linktag: ['Eve'] }] },
    },
    { call: 'listShares', answer: { docs: [{ receives: { files: 1, bytes: bytes.length } }] } },
    {
      call: 'changeShare',
      body: { id: '$share', receives: { maxFiles: 5 } },
      answer: { docs: { receives: { maxFiles: 5, maxFileBytes: 100 } } },
    },
  ],
  cancelDrops: [
    ...all,
    begun,
    stateIs('waiting'),
    { link: true, body: { uploads: ['$upload', 'another'] }, answer: { ok: true } },
    stateIs('unknown'),
  ],
  readDrops: [...all, begun, stateIs('waiting')],
});
