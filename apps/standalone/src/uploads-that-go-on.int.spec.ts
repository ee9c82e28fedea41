import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { limits, routes } from '@skyshelf/contracts';
import { apiClient, eventually, type ApiClient } from '@skyshelf/testing';
import { systemClock } from '@skyshelf/tokens';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { RunningShelf } from '../testing/running-shelf.js';

const DAY = 24 * 3600_000;
/** A campaign: `UPLOADS_CUT=20 npx vitest run apps/standalone/src/uploads-that-go-on.int.spec.ts`. */
const CUT = Number(process.env.UPLOADS_CUT ?? 2);
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let shelf: RunningShelf;
let client: ApiClient;
let shift = 0;
vi.spyOn(systemClock, 'now').mockImplementation(() => new Date(Date.now() + shift));

beforeAll(async () => {
  shelf = await RunningShelf.start({ settings: { CATALOG_RESERVATION_SWEEP_SECONDS: '1' } });
}, 120_000);
/** As another user each time, whose token is new and whose drive is empty. */
async function signIn(user: string): Promise<void> {
  client?.close();
  client = apiClient(shelf.url, await shelf.token(user));
}
beforeEach(({ task }) => signIn(task.id));
afterAll(async () => {
  client?.close();
  await shelf?.stop();
});

const sweep = () =>
  shelf.installation.peers.json('storage', '/internal/storage/sweep', { method: 'POST', body: {} });
const start = async (name: string, size: number) => {
  const files = [{ name, size, type: 'application/octet-stream' }];
  const { docs, warnings } = await client.call(routes.startUpload, { body: { url: '/', files } });
  expect(warnings).toEqual([]);
  return docs[0]?.grant ?? '';
};

interface Sending {
  name: string;
  bytes: Buffer;
  grant: string;
  /** How often each part has arrived whole. */
  arrived: Map<number, number>;
}

async function sendPart({ bytes, arrived }: Sending, partNumber: number, url: string): Promise<void> {
  const part = bytes.subarray((partNumber - 1) * limits.partBytes, partNumber * limits.partBytes);
  const digest = `sha-256=:${createHash('sha256').update(part).digest('base64')}:`;
  const headers = { 'content-digest': digest };
  const answer = await fetch(new URL(url, shelf.url), { method: 'PUT', body: new Uint8Array(part), headers });
  expect(answer.status).toBe(200);
  arrived.set(partNumber, (arrived.get(partNumber) ?? 0) + 1);
}

/** Sends so much of a part and breaks off. */
const breakOff = (url: string, sent: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const headers = { 'content-length': limits.partBytes };
    const sending = request(new URL(url, shelf.url), { method: 'PUT', headers });
    sending.on('error', () => resolve()).on('close', () => resolve());
    sending.write(sent, () => sending.destroy());
  });

/** Whole parts up to a random place, then the line is cut. */
async function sendUntilCut(name: string): Promise<Sending> {
  const bytes = randomBytes(limits.partBytes * 2 + 1000);
  const grant = await start(name, bytes.length);
  const sending: Sending = { name, bytes, grant, arrived: new Map() };
  const { urls } = await client.call(routes.startParts, { body: { grant } });
  const cut = Math.random() * bytes.length;
  for (const { partNumber, url } of urls) {
    const from = (partNumber - 1) * limits.partBytes;
    if (from + limits.partBytes <= cut) await sendPart(sending, partNumber, url);
    else if (from < cut) await breakOff(url, bytes.subarray(from, Math.floor(cut)));
  }
  return sending;
}

/** As another device does, which knows nothing but what the list says. */
async function goOn(sending: Sending, old: string): Promise<void> {
  const { grant } = await client.call(routes.renewUpload, { body: { grant: old } });
  const { uploadId, urls } = await client.call(routes.startParts, { body: { grant } });
  for (const { partNumber, url } of urls) await sendPart(sending, partNumber, url);
  const { received } = await client.call(routes.startParts, { body: { grant } });
  const parts = received.map(({ partNumber, etag }) => ({ partNumber, etag }));
  const { receipt } = await client.call(routes.completeParts, { params: { uploadId }, body: { parts } });
  const { docs } = await client.call(routes.admitUploads, { body: { url: '/', files: [{ receipt }] } });
  const file = await client.send(routes.readFile, { params: addressOf(docs.ops[0]?.linkurl ?? '') });
  expect(sha256(file.bytes)).toBe(sha256(sending.bytes));
}

function addressOf(linkurl: string): { blobId: string; name: string } {
  const [, blobId = '', name = ''] = linkurl.split('/');
  return { blobId, name };
}

describe('an upload that was cut', { timeout: 300_000 }, () => {
  it('goes on three days later, and no part is sent twice', async ({ task }) => {
    const sent: Sending[] = [];
    for (let each = 0; each < CUT; each += 1) {
      await signIn(`${task.id}-${each}`);
      const sending = await sendUntilCut(`film ${each}.bin`);
      sent.push(sending);
      shift += 3 * DAY;
      await sweep();
      const { uploads } = await client.call(routes.listUploads);
      const listed = uploads.find(({ name }) => name === sending.name);
      expect(listed).toMatchObject({
        size: sending.bytes.length,
        received: sending.arrived.size * limits.partBytes,
      });
      expect((await client.send(routes.startParts, { body: { grant: sending.grant } })).status).toBe(400);
      await goOn(sending, listed?.grant ?? '');
      expect((await client.call(routes.listUploads)).uploads).toEqual([]);
    }
    const times = sent.flatMap(({ arrived }) => [...arrived.values()]);
    expect(times).toEqual(Array(CUT * 3).fill(1));
  });

  it('is over after seven days, and leaves nothing', async () => {
    const { grant } = await sendUntilCut('never.bin');
    const ofDrives = shelf.collection('catalog', 'drives');
    const reserved = async () =>
      (await ofDrives.find().toArray()).reduce((sum, drive) => sum + Number(drive.reserved), 0);
    expect(await reserved()).toBeGreaterThan(0);
    shift += 7 * DAY;
    const refused = await client.send(routes.renewUpload, { body: { grant } });
    expect([refused.status, refused.body]).toMatchObject([400, { error: { code: 'upload.bad-grant' } }]);
    await sweep();
    expect((await client.call(routes.listUploads)).uploads).toEqual([]);
    expect(await Array.fromAsync(shelf.objects.listMultiparts())).toEqual([]);
    await eventually(async () => (await reserved()) === 0);
    const { warnings } = await client.call(routes.startUpload, {
      body: { url: '/', files: [{ name: 'never.bin', size: 1, type: '' }] },
    });
    expect(warnings).toEqual([]);
  });
});
