import { casesOf, invalid, refused } from './step.js';

const done = { result: { ok: 1 } };
const note = (text: string) => {
  const files = [{ name: 'note.csv', size: text.length, type: 'text/csv' }];
  return `${JSON.stringify({ url: '/', files, conflict: 'replace' })}\n${text}`;
};
const first = {
  call: 'sendBundle',
  bytes: note('one'),
  keep: { note: 'docs.ops.0._id', one: 'docs.ops.0.linkurl' },
} as const;
/** The same element, with other bytes. */
const second = {
  call: 'sendBundle',
  bytes: note('three'),
  answer: { docs: { ops: [{ _id: '$note', linkname: 'note.csv', size: 5, versions: 1 }] } },
  keep: { three: 'docs.ops.0.linkurl' },
} as const;
const listed = {
  call: 'listVersions',
  query: { id: '$note' },
  answer: {
    docs: [
      { current: true, size: 5, linkurl: '$three', name: null, device: 'API client', date: '<text>' },
      { current: false, size: 3, linkurl: '$one', linktype: 'text/csv' },
    ],
  },
  keep: { current: 'docs.0.version', earlier: 'docs.1.version' },
} as const;
const gone = {
  status: 404,
  answer: refused('version.not-found', 'This version of the file does not exist any more.', 'version'),
};
const noFile = {
  status: 404,
  answer: refused('element.not-found', 'This element does not exist any more.', 'id'),
};

export const versionCases = casesOf({
  listVersions: [
    first,
    second,
    listed,
    { call: 'readFile', at: '$one', status: 404 },
    { query: { id: 'none' }, ...noFile },
    { query: {}, ...invalid('id') },
  ],
  restoreVersion: [
    first,
    second,
    listed,
    {
      body: { id: '$note', version: '$earlier' },
      answer: { docs: { ...done, element: { _id: '$note', size: 3, linkurl: '$one', versions: 1 } } },
      keep: { operation: 'operation' },
    },
    { call: 'readFile', at: '$one', text: 'one' },
    { call: 'readFile', at: '$three', status: 404 },
    { body: { id: '$note', version: '$earlier' }, ...gone },
    { call: 'undo', body: { operation: '$operation' }, answer: { docs: { elements: [{ size: 5 }] } } },
    { body: { id: 'none', version: '$earlier' }, ...noFile },
  ],
  keepVersion: [
    first,
    second,
    listed,
    {
      body: { id: '$note', version: '$earlier', name: ' Draft ' },
      answer: { docs: { ...done, name: 'Draft' } },
    },
    {
      body: { id: '$note', version: '$current', name: 'Final' },
      answer: { docs: { ...done, name: 'Final' } },
    },
    {
      call: 'listVersions',
      query: { id: '$note' },
      answer: { docs: [{ name: 'Final' }, { name: 'Draft' }] },
    },
    { body: { id: '$note', version: '$earlier', name: null }, answer: { docs: { ...done, name: null } } },
    {
      body: { id: '$note', version: '$earlier', name: ' ' },
      status: 400,
      answer: { error: { code: 'name.required', field: 'name' } },
    },
    { body: { id: '$note', version: 'none', name: 'x' }, ...gone },
    { body: { id: 'none', version: '$earlier', name: 'x' }, ...noFile },
  ],
  dropVersions: [
    first,
    second,
    listed,
    { body: { id: '$note', version: '$earlier' }, answer: { docs: { ...done, dropped: 1 } } },
    { body: { id: '$note', version: '$earlier' }, ...gone },
    { body: { id: '$note', all: true }, answer: { docs: { ...done, dropped: 0 } } },
    { body: { id: '$note' }, ...invalid() },
    { body: { id: 'none', all: true }, ...noFile },
  ],
});
