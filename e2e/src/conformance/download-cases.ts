import { refused, type RouteName, type Step } from './step.js';
import { admitted, bytes, leave, sent } from './upload-cases.js';

/** What is asked for a file's bytes, alone or with others, and what is answered. */
export const downloadCases = {
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
  download: [
    leave,
    sent,
    admitted,
    { call: 'download', query: { key0: '$address' }, text: bytes },
    {
      call: 'download',
      query: { key0: '$address' },
      headers: { range: 'bytes=5-8' },
      status: 206,
      text: 'town',
    },
    { call: 'download', query: { folder: 'root' }, text: 'PK' },
    {
      call: 'download',
      query: { key0: 'a', key1: 'b', key2: 'c', key3: 'd', key4: 'e', key5: 'f' },
      status: 400,
      answer: refused('download.too-many', 'Maximum 5 files download at a time.'),
    },
    {
      call: 'download',
      query: { key0: 'Cloud/nobody-has-it/x###y' },
      status: 404,
      answer: refused('file.not-found', 'This file does not exist.', 'key0'),
    },
    {
      call: 'download',
      query: { folder: 'nowhere' },
      status: 404,
      answer: { ...refused('folder.not-found', 'Page Not Found', 'folder'), status: 404 },
    },
    {
      call: 'download',
      status: 400,
      answer: refused('input.invalid', 'Give `key0`, `key1` … or `folder`.', 'key0'),
    },
  ],
} satisfies Partial<Record<RouteName, readonly Step[]>>;
