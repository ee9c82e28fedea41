import { randomBytes } from 'node:crypto';
import { Agent, request } from 'node:http';
import { routes } from '@skyshelf/contracts';
import {
  apiClient,
  readFile,
  sha256Of,
  uploadFile,
  type ApiClient,
  type RunningSkyshelf,
} from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enoughIn } from '../setup/only-in.js';
import { sampleOf, sampleSeed } from '../setup/sample.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { badCases } from './bad-cases.js';
import type { BadCase, Operation } from './operation.js';

const AT_LEAST = 40;

/**
 * Connections are kept, as browsers do: one that the client wants closed is cut when an answer is out,
 * whatever is still on its way in.
 */
const agent = new Agent({ keepAlive: true, maxSockets: 16 });

const once = enoughIn('standalone', 'the contracts check input at the entrance, which is the same in both');

describe.runIf(once)('bad input', () => {
  let skyshelf: RunningSkyshelf;
  let client: ApiClient;
  let token: string;
  let address: string;
  let operations: Operation[];

  beforeAll(async () => {
    skyshelf = await sharedSkyshelf();
    token = await skyshelf.token('careful');
    client = apiClient(skyshelf.url, token);
    await client.call(routes.addElement, {
      body: { url: '/', obj: { linkname: 'keepsakes', linktype: 'folder' } },
    });
    const file = {
      url: '/keepsakes/',
      name: 'diary.bin',
      type: 'application/octet-stream',
      bytes: randomBytes(5000),
    };
    address = (await uploadFile(client, file)).linkurl ?? '';
    operations = await readOperations();
  });
  afterAll(async () => {
    agent.destroy();
    client.close();
  });

  async function readOperations(): Promise<Operation[]> {
    const document = (await (await fetch(new URL('/api/openapi.json', skyshelf.url))).json()) as {
      paths: Record<string, Record<string, Operation>>;
    };
    return Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({ ...operation, method, path })),
    );
  }

  /** All that a user has who sends nothing but nonsense. */
  async function possessions(): Promise<unknown> {
    const listings = [];
    for (const url of ['/', '/keepsakes/'])
      listings.push((await client.call(routes.listFolder, { body: { url, defaultLinks: false } })).docs);
    const usage = await client.call(routes.usage);
    const settings = await client.call(routes.readSettings);
    const sha256 = sha256Of(await readFile(client, address));
    return { listings, usage, settings, sha256 };
  }

  function send(bad: BadCase): Promise<{ status: number; body: string }> {
    return new Promise((resolve, reject) => {
      const { hostname, port } = new URL(skyshelf.url);
      const headers = {
        ...bad.headers,
        ...(bad.token && { authorization: `Bearer ${token}` }),
        ...(bad.body && { 'content-length': bad.body.length }),
      };
      let answered = false;
      const call = request(
        {
          hostname,
          port,
          method: bad.method,
          path: sendable(bad.path),
          headers,
          agent,
          timeout: 10_000,
        },
        (response) => {
          answered = true;
          if (response.headers['content-type']?.startsWith('text/event-stream')) {
            resolve({ status: response.statusCode ?? 0, body: 'a stream' });
            return void call.destroy();
          }
          let body = '';
          response.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
          response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
          response.on('error', reject);
        },
      );
      call.on('timeout', () => call.destroy(new Error('no answer within 10 s')));
      call.on('error', (error) => answered || reject(new Error(`${bad.title}: ${error.message}`)));
      call.end(bad.body ?? undefined);
    });
  }

  /** Encodes characters that Node's client would not send unchanged. */
  const sendable = (path: string) => path.replaceAll(/[^\u0021-\u007e]/g, encodeURIComponent);

  async function verdict(bad: BadCase): Promise<string | null> {
    const { status, body } = await send(bad);
    const shown = `${bad.method} ${bad.path.slice(0, 60)}, ${bad.title}: ${status} ${body.slice(0, 160)}`;
    if (status < 400 || status > 499) return shown;
    try {
      const { error } = JSON.parse(body) as { error?: { code?: unknown; message?: unknown } };
      return typeof error?.code === 'string' && typeof error.message === 'string' && error.message !== ''
        ? null
        : shown;
    } catch {
      return shown;
    }
  }

  it(`is refused with a code and a message at each route, ${AT_LEAST} kinds or more each, and changes nothing (${sampleSeed})`, async () => {
    const before = await possessions();
    const counts: Record<string, number> = {};
    const wrong: string[] = [];
    for (const operation of sampleOf(operations, 2)) {
      const cases = badCases(operation);
      counts[operation.operationId] = cases.length;
      for (let from = 0; from < cases.length; from += 16) {
        const verdicts = await Promise.all(cases.slice(from, from + 16).map((bad) => verdict(bad)));
        wrong.push(...verdicts.filter((one) => one !== null));
      }
    }
    console.log(
      JSON.stringify({ cases: Object.values(counts).reduce((sum, count) => sum + count, 0), counts }),
    );
    expect(wrong).toEqual([]);
    expect(Object.entries(counts).filter(([, count]) => count < AT_LEAST)).toEqual([]);
    expect(await possessions()).toEqual(before);
  });
});
