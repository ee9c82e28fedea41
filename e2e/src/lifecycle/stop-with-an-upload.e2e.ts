import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { filePath, routes } from '@skyshelf/contracts';
import { apiClient, eventually, launchSkyshelf, type LaunchedSkyshelf } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const isEnough = enoughIn(
  'standalone',
  'a rolling restart stops each process of a cluster while files are sent',
);

describe.runIf(isEnough)('a stop while a file is being sent', () => {
  let skyshelf: LaunchedSkyshelf;
  let token: string;

  beforeAll(async () => {
    skyshelf = await launchSkyshelf();
    token = await skyshelf.token('alice');
  });
  afterAll(() => skyshelf.dispose());

  it('waits for its bytes, answers it, and has the file after the next start', async () => {
    const bytes = randomBytes(4_000_000);
    const client = apiClient(skyshelf.url, token);
    const file = { name: 'slow.bin', size: bytes.length, type: 'application/octet-stream' };
    const { docs } = await client.call(routes.startUpload, { body: { url: '/', files: [file] } });
    client.close();
    const { call, response } = send(docs[0]!.grant, bytes.length);
    // Only then has the server begun with it: a kernel takes connections and bytes before anyone reads them.
    await once(call, 'continue');
    call.write(bytes.subarray(0, 1_000_000));
    await once(call, 'drain');

    const stopped = skyshelf.stop();
    await eventually(() => skyshelf.output().includes('Stopping'), { timeoutMs: 20_000 });
    await eventually(() => refusesOthers(), { timeoutMs: 20_000 });
    call.write(bytes.subarray(1_000_000, 3_000_000));
    call.end(bytes.subarray(3_000_000));
    const answer = await response;
    expect(answer.status).toBe(200);
    const { receipt } = routes.sendBytes.answer.parse(JSON.parse(answer.body));
    expect(await stopped).toBe(0);

    await skyshelf.restart();
    const again = apiClient(skyshelf.url, token);
    const admitted = await again.call(routes.admitUploads, { body: { url: '/', files: [{ receipt }] } });
    const kept = await fetch(new URL(filePath(admitted.docs.ops[0]?.linkurl ?? ''), skyshelf.url), {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(sha256(Buffer.from(await kept.arrayBuffer()))).toBe(sha256(bytes));
    again.close();
  });

  /** A PUT whose body the test sends piece by piece. */
  function send(grant: string, length: number) {
    const call = request(new URL(routes.sendBytes.path, skyshelf.url), {
      method: routes.sendBytes.method,
      agent: false,
      headers: {
        authorization: `Bearer ${token}`,
        'upload-grant': grant,
        'content-type': 'application/octet-stream',
        'content-length': length,
        expect: '100-continue',
      },
    });
    const response = new Promise<{ status: number; body: string }>((resolve, reject) => {
      call.on('error', reject);
      call.on('response', (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode ?? 0, body }), reject);
      });
    });
    return { call, response };
  }

  /** True once the door is shut for new requests. */
  const refusesOthers = async (): Promise<boolean> => {
    try {
      return (await fetch(new URL('/api/auth/providers', skyshelf.url))).status === 503;
    } catch {
      return true;
    }
  };
});
