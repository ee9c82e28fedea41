import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createLogger } from '@skyshelf/telemetry';
import { companionConfig } from '../src/companion.config.js';
import type { FetchRules } from '../src/fetched-addresses.js';
import { startCompanion } from '../src/start-companion.js';

/** The final message of an upload to a page. */
export interface Outcome {
  action: string;
  payload: { error?: { code?: string; message?: string }; response?: { responseText: string } };
}

export interface RunningCompanion {
  url: string;
  /** The uploads that storage has received: the grant, and the bytes. */
  stored: { grant: string; bytes: Buffer }[];
  /** Leaves that were given back. */
  failed: string[];
  get(path: string): Promise<Response>;
  ask(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
  /** Sends an address as a page does; a refusal at the start is thrown with its code. */
  bring(url: string, upload?: object): Promise<Outcome>;
  stop(): Promise<void>;
}

const key = 'k'.repeat(40);
/** The gateway names the caller in this way. */
const own = {
  authorization: `Internal ${key}`,
  'skyshelf-drive': 'drive-of-alice',
  'skyshelf-session': 'session-of-alice',
};

/** Companion behind its checks, as the gateway reaches it, with something that takes the bytes in place of storage. */
export async function runCompanion(
  env: Record<string, unknown> = {},
  rules?: FetchRules,
): Promise<RunningCompanion> {
  const storage = await startStorage();
  const { port } = await free();
  const companion = await startCompanion({
    config: companionConfig.parse(env),
    process: {
      listen: `http://127.0.0.1:${port}`,
      storage: [storage.url],
      publicUrl: 'http://shelf.example',
    },
    keys: () => [key],
    logger: createLogger({ service: 'test', level: 'silent' }),
    ...(rules && { rules }),
  });
  const url = `http://127.0.0.1:${port}`;
  const ask: RunningCompanion['ask'] = (path, body, headers = own) =>
    fetch(`${url}${path}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return {
    url,
    get: (path) => fetch(`${url}${path}`, { headers: own, redirect: 'manual' }),
    ask,
    stored: storage.stored,
    failed: storage.failed,
    bring: (address, upload = { headers: { 'Import-Grant': 'leave' } }) =>
      bring(url, ask, { url: address, ...upload }),
    stop: async () => {
      await companion.close();
      storage.stop();
    },
  };
}

async function bring(url: string, ask: RunningCompanion['ask'], upload: object): Promise<Outcome> {
  const answer = await ask('/companion/url/get', upload);
  const { token = '', code } = (await answer.json()) as { token?: string; code?: string };
  if (!answer.ok) throw new Error(code);
  return outcomeOf(`${url.replace('http', 'ws')}/companion/api/${token}`, own);
}

/** Node's WebSocket takes headers, which browsers' do not. */
const Socket = WebSocket as unknown as new (url: string, options: { headers: object }) => WebSocket;

async function outcomeOf(url: string, headers: object): Promise<Outcome> {
  const socket = new Socket(url, { headers });
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  socket.addEventListener('message', ({ data }) => {
    const said = JSON.parse(String(data)) as Outcome;
    if (said.action !== 'progress') resolve(said);
  });
  socket.addEventListener('error', () => reject(new Error('no WebSocket')));
  return promise.finally(() => socket.close());
}

async function startStorage() {
  const stored: { grant: string; bytes: Buffer }[] = [];
  const failed: string[] = [];
  const take = async (request: IncomingMessage): Promise<unknown> => {
    const bytes = await buffer(request);
    if (request.url === '/internal/imports/failed') failed.push(String(JSON.parse(bytes.toString()).grant));
    else stored.push({ grant: String(request.headers['import-grant']), bytes });
    return {};
  };
  const server = createServer((request, response) => {
    take(request).then(
      (answer) => response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    stored,
    failed,
    url: `http://127.0.0.1:${port}`,
    stop: () => void server.close().closeAllConnections(),
  };
}

/** A port that no one has now. */
async function free(): Promise<AddressInfo> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return address;
}
