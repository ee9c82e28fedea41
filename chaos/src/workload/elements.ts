import type { SeededRandom } from '../seeded-random.js';
import { Intention, succeeded, type Outcome } from './persistent-command.js';
import type { Person } from './person.js';

/** An element as its worker knows it. `id` of the root is `root`. */
export interface Known {
  id: string;
  name: string;
  linkurl?: string;
  sha256?: string;
  /** Its last renaming, and the one before that. */
  renamings?: Renaming[];
}

interface Renaming {
  operation: string;
  from: string;
}

/** The worker of a person, with its own random numbers. */
export interface Actor {
  person: Person;
  worker: string;
  random: SeededRandom;
  /** It asks for no more than the version before knows. */
  isFormer: boolean;
}

export interface MakeOptions {
  timeoutMs?: number;
  rival?: boolean;
}

interface ElementAnswer {
  operation?: string;
  docs?: {
    _id?: string;
    linkname?: string;
    deletedCount?: number;
    element?: { linkname?: string };
    elements?: { linkname?: string }[];
  };
}
const bodyOf = ({ answer }: Outcome): ElementAnswer => answer?.json ?? {};

/** A name that is no one else's and shows whose it is. */
export const freshName = ({ person, worker, random }: Actor, what: string): string =>
  `${what} _${person.user}_ ${worker} ${random.hex(8)}${random.hex(4)}`;

/** Makes a folder or a link. Null when it is not known to be there. */
export async function make(
  actor: Actor,
  folderId: string,
  kind: 'folder' | 'website',
  name: string,
  { timeoutMs, rival }: MakeOptions = {},
): Promise<Known | null> {
  const link = kind === 'website' && { linkurl: `https://example.com/${actor.random.hex(8)}` };
  const json = { url: '/', folderId, obj: { linkname: name, linktype: kind, ...link } };
  const payload = { folderId, name, linktype: kind, ...(rival && { rival }) };
  const intention = new Intention(actor.person, actor.random, {
    worker: actor.worker,
    op: 'create',
    payload,
    hashed: json,
  });
  const outcome = await intention.carryOut({
    request: { method: 'POST', path: '/api/add/', json },
    timeoutMs,
  });
  const { docs } = bodyOf(outcome);
  if (!succeeded(outcome) || !docs?._id) return (intention.failed(outcome), null);
  intention.ok(outcome, { id: docs._id, name: docs.linkname ?? '' });
  return { id: docs._id, name };
}

/** Gives an element a new name; true when it is known to have it. */
export async function rename(actor: Actor, element: Known, timeoutMs?: number): Promise<boolean> {
  const name = freshName(actor, 'named');
  const json = { url: '/', id: element.id, obj: { linkname: name } };
  const intention = new Intention(actor.person, actor.random, {
    worker: actor.worker,
    op: 'rename',
    payload: { ids: [element.id], name },
    hashed: json,
  });
  const outcome = await intention.carryOut({
    request: { method: 'POST', path: '/api/edit/', json },
    timeoutMs,
  });
  if (!succeeded(outcome)) return (intention.failed(outcome), false);
  const { operation = '', docs } = bodyOf(outcome);
  intention.ok(outcome, { id: element.id, name: docs?.element?.linkname ?? '' });
  element.renamings = [{ operation, from: element.name }, ...(element.renamings ?? [])].slice(0, 2);
  element.name = name;
  return true;
}

/**
 * Undoes the last renaming of an element, or tries the one before it, which must be refused. True when its
 * name is known.
 */
export async function undoRename(actor: Actor, element: Known, last: boolean): Promise<boolean> {
  const renaming = element.renamings?.[last ? 0 : 1];
  if (!renaming) return true;
  const { operation, from: name } = renaming;
  const json = { operation };
  const intention = new Intention(actor.person, actor.random, {
    worker: actor.worker,
    op: 'rename',
    payload: { ids: [element.id], name, ...(!last && { stale: true }) },
    hashed: json,
  });
  const outcome = await intention.carryOut({ request: { method: 'POST', path: '/api/undo', json } });
  if (!succeeded(outcome)) return intention.failed(outcome) && !last;
  intention.ok(outcome, { id: element.id, name: bodyOf(outcome).docs?.elements?.[0]?.linkname ?? '' });
  element.renamings = [];
  element.name = name;
  return true;
}

/** Deletes elements; true when they are known to be gone. */
export async function remove(actor: Actor, elements: readonly Known[], timeoutMs?: number): Promise<boolean> {
  const ids = elements.map(({ id }) => id);
  // Some wait for a moment in case they are undone, which no one does here.
  const held = actor.random.percent(30) && { hold: actor.random.between(1, 3) };
  const forever = !actor.isFormer && actor.random.percent(50) && { forever: true };
  const json = { url: '/', arr: ids, ...held, ...forever };
  const intention = new Intention(actor.person, actor.random, {
    worker: actor.worker,
    op: 'delete',
    payload: { ids },
    hashed: json,
  });
  const outcome = await intention.carryOut({
    request: { method: 'DELETE', path: '/api/delete/', json },
    timeoutMs,
  });
  if (!succeeded(outcome)) return (intention.failed(outcome), false);
  intention.ok(outcome, { deletedCount: bodyOf(outcome).docs?.deletedCount ?? 0 });
  return true;
}

/** Lists a folder of one's own while nothing of one's own is on the way, and notes what is there. */
export async function look(actor: Actor, folderId: string): Promise<void> {
  const { person, worker, random } = actor;
  const gateway = random.between(0, person.scene.client.gateways.length - 1);
  const answer = await person
    .send(gateway, { method: 'POST', path: '/api/', json: { url: '/', folderId, defaultLinks: false } })
    .catch(() => null);
  if (answer?.status !== 200) return;
  const { docs, version } = answer.json as { docs: { _id: string; linkname: string }[]; version: number };
  person.scene.history.add({
    t: 'listed',
    user: person.user,
    worker,
    folderId,
    gateway,
    version,
    docs: Object.fromEntries(docs.map(({ _id, linkname }) => [_id, linkname])),
  });
}
