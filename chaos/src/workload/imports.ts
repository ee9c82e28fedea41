import { setTimeout as pause } from 'node:timers/promises';
import { remove, type Actor, type Known } from './elements.js';
import { someFile } from './files.js';
import { Intention, succeeded, type Outcome } from './persistent-command.js';
import { publish, withdraw } from './site.js';
import { admit, sha256, type FileInHand } from './uploads.js';
import { readBack, type Worker } from './workers.js';

/** How long a file is asked for again and again, milliseconds. */
const PATIENCE_MS = 60_000;
const ASK_AGAIN_MS = 500;
/** How long one try may say nothing, milliseconds. */
const SILENT_MS = 15_000;

/** Node's WebSocket takes headers, which browsers' do not. */
const Socket = WebSocket as unknown as new (url: string, options: { headers: object }) => WebSocket;

/** Brings files from a site, reads them back, deletes most. */
export const importing: Worker = (actor, folder) => async () => {
  const file = await importFile(actor, folder.id, await someFile(actor, 10));
  if (file) await readBack(actor, file);
  if (file && actor.random.percent(70)) await remove(actor, [file]);
};

/** Leave, as often as need be the bytes by Companion, admission. Null when it is not known to be there. */
async function importFile(
  actor: Actor,
  folderId: string,
  { name, type, bytes, image }: FileInHand,
): Promise<Known | null> {
  const hash = sha256(bytes);
  const size = bytes.length;
  const intention = new Intention(actor.person, actor.random, {
    worker: actor.worker,
    op: 'upload',
    payload: { folderId, name, sha256: hash, size, image },
    hashed: { folderId, name, type, hash },
  });
  const started = await intention.carryOut({
    request: {
      method: 'POST',
      path: '/api/sources/start',
      key: `${intention.key}-start`,
      json: { url: '/', folderId, file: { name, size, type, source: 'url' } },
    },
  });
  const { leave } = (started.answer?.json ?? {}) as { leave?: { grant: string } };
  if (!succeeded(started) || !leave) return (intention.failed(started), null);
  const address = publish(name, bytes);
  const receipt = await broughtInTime(actor, address, leave.grant);
  withdraw(address);
  if (receipt === null) return (intention.failed(unknown), null);
  return admit(intention, folderId, { receipt, hash });
}

/** Its bytes may have come all the same. */
const unknown: Outcome = { answer: null, attempts: 1 };

async function broughtInTime(actor: Actor, address: string, grant: string): Promise<string | null> {
  for (const until = performance.now() + PATIENCE_MS; performance.now() < until; await pause(ASK_AGAIN_MS)) {
    const receipt = await bring(actor, address, grant).catch(() => null);
    if (receipt !== null) return receipt;
  }
  return null;
}

/** Makes one try. @returns the receipt; null: it has failed */
async function bring({ person, random }: Actor, url: string, grant: string): Promise<string | null> {
  const { gateways } = person.scene.client;
  const gateway = random.between(0, gateways.length - 1);
  const json = { url, headers: { 'Import-Grant': grant } };
  const { json: said } = await person.send(gateway, { method: 'POST', path: '/companion/url/get', json });
  const { token } = (said ?? {}) as { token?: string };
  if (token === undefined) return null;
  const watched = new URL(`/companion/api/${token}`, gateways[gateway]?.replace('http', 'ws'));
  const socket = new Socket(watched.href, { headers: { cookie: `skyshelf=${person.token}` } });
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const timer = setTimeout(resolve, SILENT_MS, null);
  socket.addEventListener('message', ({ data }) => {
    const { action, payload } = JSON.parse(String(data)) as Told;
    if (action === 'error') resolve(null);
    if (action === 'success') resolve(receiptIn(payload.response?.responseText ?? '{}'));
  });
  for (const end of ['error', 'close']) socket.addEventListener(end, () => resolve(null));
  return promise.finally(() => (clearTimeout(timer), socket.close()));
}

interface Told {
  action: string;
  payload: { response?: { responseText: string } };
}

const receiptIn = (answer: string): string | null =>
  (JSON.parse(answer) as { receipt?: string }).receipt ?? null;
