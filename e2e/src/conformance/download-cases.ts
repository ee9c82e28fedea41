import { casesOf, noFile, refused } from './step.js';
import { admitted, bytes, leave, sent } from './upload-cases.js';

/** The requests for a file's bytes, alone or with others, and their answers. */
export const downloadCases = casesOf({
  readFile: [
    leave,
    sent,
    admitted,
    { at: '$address', text: bytes },
    { at: '$address', headers: { range: 'bytes=5-8' }, status: 206, text: 'town' },
    { params: { blobId: 'nobody-has-it', name: 'x' }, ...noFile },
  ],
  download: [
    leave,
    sent,
    admitted,
    { query: { key0: '$address' }, text: bytes },
    { query: { key0: '$address' }, headers: { range: 'bytes=5-8' }, status: 206, text: 'town' },
    { query: { folder: 'root' }, text: 'PK' },
    {
      query: { key0: 'a', key1: 'b', key2: 'c', key3: 'd', key4: 'e', key5: 'f' },
      status: 400,
      answer: refused('download.too-many', 'Maximum 5 files download at a time.'),
    },
    {
      query: { key0: 'Cloud/nobody-has-it/x###y' },
      status: 404,
      answer: refused('file.not-found', 'This file does not exist.', 'key0'),
    },
    {
      query: { folder: 'nowhere' },
      status: 404,
      answer: { ...refused('folder.not-found', 'Page Not Found', 'folder'), status: 404 },
    },
    {
      status: 400,
      answer: refused('input.invalid', 'Give `key0`, `key1` … or `folder`.', 'key0'),
    },
  ],
});
