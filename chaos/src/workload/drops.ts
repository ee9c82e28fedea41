import { setTimeout as pause } from 'node:timers/promises';
import { remove, type Actor, type Known } from './elements.js';
import { someFile } from './files.js';
import type { Request } from './gateway-client.js';
import { Intention, succeeded, type Outcome } from './persistent-command.js';
import { sha256, untilWhole, type FileInHand } from './uploads.js';
import { readBack, type Worker } from './workers.js';

const MOST_FILES = 8;
const MOST_BYTES = 30_000;

/** A link that receives, as a sender has opened it. */
interface Inbox {
  id: string;
  cookie: string;
  came: number;
  /** The files of which no one knows whether they have come. */
  maybe: number;
}

/** Asks for files into its folder, and sends them as someone without an account, up to the link's limits. */
export const receiving: Worker = (actor, folder) => {
  let inbox: Inbox | null = null;
  return async () => {
    const file = await someFile(actor, 0);
    const isMore = inbox !== null && inbox.came >= MOST_FILES;
    const limited = isMore || file.bytes.length > MOST_BYTES;
    const intention = intentionOf(actor, folder, file, limited);
    inbox ??= await openInbox(intention, folder);
    const isKnown = inbox !== null && (await drop(intention, inbox, file));
    if (isKnown) {
      const found = await findDropped(actor, intention, folder, file);
      if (found) await readBack(actor, found);
      if (found && actor.random.percent(50)) await remove(actor, [found]);
    }
    if (isMore || (inbox && inbox.maybe > 0)) inbox = null;
    await pause(actor.random.between(50, 300));
  };
};

const intentionOf = (
  actor: Actor,
  { id: folderId }: Known,
  file: FileInHand,
  limited: boolean,
): Intention => {
  const { name, type, bytes } = file;
  const hash = sha256(bytes);
  return new Intention(actor.person, actor.random, {
    worker: actor.worker,
    op: 'upload',
    payload: { folderId, name, sha256: hash, size: bytes.length, image: false, ...(limited && { limited }) },
    hashed: { folderId, name, type, hash },
  });
};

/** Null: no link is known to be there. */
async function openInbox(intention: Intention, { id: folder }: Known): Promise<Inbox | null> {
  const made = await intention.carryOut({
    request: {
      method: 'POST',
      path: '/api/shares',
      key: `${intention.key}-link`,
      json: { ids: [folder], receives: { maxFiles: MOST_FILES, maxFileBytes: MOST_BYTES } },
    },
  });
  const { docs } = (made.answer?.json ?? {}) as { docs?: { id: string; address: string } };
  if (!succeeded(made) || !docs) return (intention.failed(made), null);
  const opened = await intention.carryOut({
    request: { method: 'POST', path: `${docs.address}/open`, token: '', json: {} },
  });
  const [cookie] = opened.answer?.headers['set-cookie']?.[0]?.split(';', 1) ?? [];
  if (!succeeded(opened) || !cookie) return (intention.failed(opened), null);
  return { id: docs.id, cookie, came: 0, maybe: 0 };
}

/** Answers whether its sender knows that the file has come; all other outcomes are recorded. */
async function drop(intention: Intention, inbox: Inbox, { name, type, bytes }: FileInHand): Promise<boolean> {
  const send = ({ path, headers, ...request }: Request): Promise<Outcome> =>
    intention.carryOut({
      request: {
        ...request,
        path: `/s/-/${inbox.id}${path}`,
        token: '',
        headers: { ...headers, cookie: inbox.cookie },
      },
    });
  const end = (outcome: Outcome): false => {
    if (!intention.failed(outcome)) inbox.maybe += 1;
    return false;
  };
  const started = await send({
    method: 'POST',
    path: '/api/drop/start',
    key: `${intention.key}-start`,
    json: { sending: 'one', files: [{ name, size: bytes.length, type }] },
  });
  const { docs: [leave] = [] } = (started.answer?.json ?? {}) as { docs?: { grant: string }[] };
  if (!succeeded(started) || !leave) return end(started);
  const headers = { 'upload-grant': leave.grant };
  const sent = await untilWhole(() => send({ method: 'PUT', path: '/api/upload/bytes', bytes, headers }));
  const { receipt } = (sent.answer?.json ?? {}) as { receipt?: string };
  if (!succeeded(sent) || !receipt) return end(sent);
  const admitted = await send({ method: 'POST', path: '/api/drop/file', json: { files: [{ receipt }] } });
  const { received = [] } = (admitted.answer?.json ?? {}) as { received?: number[] };
  if (!succeeded(admitted) || received.length === 0) return end(admitted);
  inbox.came += 1;
  return true;
}

/** Its owner finds at once what was acknowledged to the sender. */
async function findDropped(
  { person }: Actor,
  intention: Intention,
  { id: folderId }: Known,
  { name, bytes }: FileInHand,
): Promise<Known | null> {
  const path = '/api/';
  const listed = await intention.carryOut({
    request: { method: 'POST', path, json: { url: '/', folderId } },
  });
  const { docs = [] } = (listed.answer?.json ?? {}) as {
    docs?: { _id: string; linkname: string; linkurl: string }[];
  };
  const found = docs.find(({ linkname }) => linkname === name);
  if (listed.answer && !found)
    person.scene.history.add({
      t: 'bad-status',
      user: person.user,
      path,
      status: listed.answer.status,
      body: `“${name}” was acknowledged to its sender and is not listed`,
    });
  intention.ok(listed, found ? { id: found._id, name, linkurl: found.linkurl } : {});
  return found ? { id: found._id, name, linkurl: found.linkurl, sha256: sha256(bytes) } : null;
}
