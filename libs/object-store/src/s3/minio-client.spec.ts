import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deleteObjects, listObjects } from './objects.js';
import { Wire } from './wire.js';

let answers: string[];
let asked: { path: string; signedBy: string | undefined }[];
let accessKey: string;
let close: () => void;
let wire: Wire;
beforeEach(async () => {
  asked = [];
  accessKey = 'first';
  const server = createServer((request, response) => {
    const signedBy = /Credential=(\w+)/.exec(request.headers.authorization ?? '')?.[1];
    asked.push({ path: request.url ?? '', signedBy });
    request.resume().on('end', () => response.end(answers.shift()));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  wire = new Wire({
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: 'shelf',
    region: 'eu-north-1',
    credentials: () => ({ accessKey, secretKey: 'secret', sessionToken: 'session' }),
  });
  close = () => {
    wire.close();
    server.close();
  };
});
afterEach(() => close());

const keys = async () => (await Array.fromAsync(listObjects(wire, {}))).map(({ key }) => key);
const listing = (names: readonly string[], isTruncated = false) =>
  `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${names
    .map((name) => `<Contents><Key>${name}</Key><Size>1</Size><ETag>&#34;1e5&#34;</ETag></Contents>`)
    .join('')}</ListBucketResult>`;

it('reads keys as text, pages by the last one, and leaves out names that no port has written', async () => {
  answers = [listing(['0042', '1e5', 'a%2Fb'], true), listing(['false', 'true'])];
  expect(await keys()).toEqual(['0042', '1e5', 'false', 'true']);
  expect(asked.map(({ path }) => /marker=([^&]*)/.exec(path)?.[1])).toEqual([undefined, 'a%2Fb']);
});

it('signs with the keys of the moment', async () => {
  answers = [listing([]), listing([])];
  await keys();
  accessKey = 'second';
  await keys();
  expect(asked.map(({ signedBy }) => signedBy)).toEqual(['first', 'second']);
});

it.each([
  ['all', '<Error><Code>SlowDown</Code><Message>Later</Message></Error>', '200 SlowDown: Later'],
  [
    'one',
    '<DeleteResult><Error><Key>a</Key><Code>AccessDenied</Code></Error></DeleteResult>',
    '200 AccessDenied: 1 of 2 not deleted',
  ],
])('finds that %s could not be deleted, though the answer has status 200', async (_, answer, message) => {
  answers = [answer];
  await expect(deleteObjects(wire, ['a', 'b'])).rejects.toThrow(message);
});

it('takes missing keys for deleted', async () => {
  answers = [
    '<DeleteResult><Error><Key>a</Key><Code>NoSuchKey</Code></Error></DeleteResult>',
    '<DeleteResult/>',
  ];
  await deleteObjects(wire, ['a', 'b']);
  await deleteObjects(wire, ['a', 'b']);
  expect(asked).toHaveLength(2);
});
