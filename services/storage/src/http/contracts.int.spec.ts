import { routes, type RouteContract } from '@skyshelf/contracts';
import request from 'supertest';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Account } from '../../testing/account.js';
import { runStorage, type RunningStorage } from '../../testing/running-storage.js';

let storage: RunningStorage;
let alice: Account;
beforeAll(async () => {
  storage = await runStorage();
  alice = storage.account();
});
afterAll(() => storage.stop());

/** The parameters have the right form and name nothing. */
const sent = ({ method, path }: RouteContract) =>
  request(storage.address)[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](
    path.replace(/:\w+/g, '1'),
  );

const {
  sendBytes,
  sendBundle,
  listUploads,
  startParts,
  sendPart,
  completeParts,
  abortParts,
  readFile,
  download,
  readTakeout,
  beginTakeout,
  cancelTakeout,
  downloadTakeout,
} = routes;
const takeouts = [readTakeout, beginTakeout, cancelTakeout, downloadTakeout];

it.each(
  [
    sendBytes,
    sendBundle,
    listUploads,
    startParts,
    completeParts,
    abortParts,
    readFile,
    download,
    ...takeouts,
  ].map((route) => [route.name, route] as const),
)('%s is for who is signed in', async (_, route) => {
  await sent(route)
    .expect(401)
    .expect(({ body }) => expect(body.error.code).toBe('auth.required'));
});

it.each([
  ['bytes without a grant', sendBytes, 400, 'upload.bad-grant'],
  ['a bundle without its head', sendBundle, 400, 'input.invalid'],
  ['parts without a grant', startParts, 400, 'input.invalid'],
  ['the end of an upload that never was', completeParts, 400, 'input.invalid'],
  ['an upload that never was', abortParts, 404, 'upload.not-found'],
  ['a download of nothing', download, 400, 'input.invalid'],
  ['a file that never was', readFile, 404, 'file.not-found'],
] as const)('%s is refused', async (_, route, status, code) => {
  await sent(route)
    .set('authorization', alice.authorization)
    .expect(status)
    .expect(({ body }) => expect(body.error.code).toBe(code));
});

it('a part is taken at a signed address alone', async () => {
  await sent(sendPart)
    .set('authorization', alice.authorization)
    .query({ expires: Date.now() + 60_000, signature: 'forged' })
    .expect(400)
    .expect(({ body }) => expect(body.error.code).toBe('upload.bad-grant'));
});
