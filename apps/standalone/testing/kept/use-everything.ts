import { createHash, randomUUID } from 'node:crypto';
import {
  eventCatalogue,
  limits,
  routes,
  serviceNames,
  type DriveId,
  type ElementView,
} from '@skyshelf/contracts';
import { linkKinds } from '@skyshelf/contracts/rules';
import { forgetDrive } from '@skyshelf/operations';
import { databaseName } from '@skyshelf/service';
import { apiClient, eventually, uploadFile } from '@skyshelf/testing';
import type { Rows, RunningShelf, ShelfOptions, ShelfUser } from '../running-shelf.js';
import { buyPlan } from '../buy-plan.js';
import type { KeptFacts } from './kept-version.js';
import { manyElements } from './many-elements.js';
import { useShares } from './use-shares.js';
import { useTrash } from './use-trash.js';
import { red, useVersions } from './use-versions.js';

/** With everything on, and with what is else done after minutes or days done at once. */
export const keptOptions: ShelfOptions = {
  retryOptions: { retry: { maxMs: 200 } },
  settings: {
    ADMIN_SUBS: 'local|busy,local|busy-today',
    CATALOG_VIEWKEY_VIDEO_HOSTS: 'viewkey.example',
    CATALOG_EMBEDFRAME_VIDEO_HOSTS: 'frames.example',
    CATALOG_RESERVATION_SWEEP_SECONDS: '1',
    STORAGE_ANNOUNCE_SECONDS: '4',
    STORAGE_KEEP_UNUSED_DAYS: '0',
    STORAGE_SWEEP_SECONDS: '1',
  },
};

const addresses: Record<string, string> = {
  website: 'https://skyshelf.example/page',
  webapp: 'https://skyshelf.example/app',
  webgame: 'https://skyshelf.example/game',
  youtube: 'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
  playlist: 'https://www.youtube.com/playlist?list=PLskyshelf_sample',
  tiktok: 'https://www.tiktok.com/@someone/video/7123456789',
  vimeo: 'https://vimeo.com/123456',
  viewkeyvideo: 'https://viewkey.example/view?viewkey=abc1',
  embedframevideo: 'https://frames.example/video.abc1',
};

/** `busy`: large commands and uploads under way · `parked`: waits for an operator · `gone`: forgotten. */
export const keptUsers = ['settled', 'busy', 'parked', 'gone'] as const;
export type KeptUser = (typeof keptUsers)[number];

export interface Used {
  rows: Rows;
  facts: Omit<KeptFacts, 'moment'>;
}

/**
 * Four people do all that leaves anything in a database: every kind of element, state and event.
 * @param name what a person is called here
 * @param whenSettled called before the last commands begin
 */
export async function useEverything(
  shelf: RunningShelf,
  name: (user: KeptUser) => string = (user) => user,
  whenSettled: () => Promise<void> = async () => {},
): Promise<Used> {
  // As an operator edits it: who comes after that has another quota than catalog gives by itself.
  const quota = limits.freePlanBytes + 1;
  await shelf.collection('billing', 'plans').updateOne({ price: 0 }, { $set: { quota } });
  const settled = await shelf.user(name('settled'));
  const busy = await shelf.user(name('busy'));
  await leaveUploads(busy);
  await fill(settled);
  await settled.client.call(routes.setNotices, { body: { address: 'settled@example.org' } });
  await makeTogether(shelf, settled);
  const tokens = await twoSessions(shelf, name('settled'));
  await useTrash(busy);
  await useVersions(busy);
  await useShares(busy);
  await buyAndGiveBack(busy);
  await lookAtCancelled(busy);
  await deleteAndKeep(shelf, name('parked'));
  const forgotten = await forget(shelf, name('gone'));
  await park(shelf, await shelf.user(name('parked')));
  await breakOffImport(shelf);
  const many = await manyElements(shelf, busy);
  await eventually(() => isAtRest(shelf, settled), { timeoutMs: 60_000, intervalMs: 50 });
  await eventually(() => haveAllTypes(shelf), { timeoutMs: 60_000, intervalMs: 100 });
  await whenSettled();
  const rows = await many.underWay(
    async () => {
      await beginUploads(busy);
      await holdDeletion(busy);
    },
    (found) =>
      (found[`${databaseName('storage')}.blobs`] ?? []).some(({ announcement }) => announcement !== null),
  );
  return { rows, facts: { tokens, forgotten } };
}

/** Buys and returns a plan; nothing of it ends later, so that kept data stay as they are. */
async function buyAndGiveBack(user: ShelfUser): Promise<void> {
  const { change } = await buyPlan(user);
  await change('refund');
  await change('end');
  await eventually(async () => (await user.client.call(routes.listSubscriptions)).docs.length === 0);
}

/** As an admin does, at an account that was cancelled. */
async function lookAtCancelled({ client }: ShelfUser): Promise<void> {
  for (const { _id: accountId } of (await client.call(routes.listCancelled)).docs)
    await client.call(routes.showAccountData, { body: { accountId } });
}

/** @throws Error that names the types of events that no one has published yet */
async function haveAllTypes(shelf: RunningShelf): Promise<void> {
  const published = serviceNames.map((service) => shelf.collection(service, 'events').distinct('type'));
  const found = new Set<string>((await Promise.all(published)).flat());
  const missing = eventCatalogue.map(({ type }) => type).filter((type) => !found.has(type));
  if (missing.length > 0) throw new Error(`Not published yet: ${missing.join(', ')}`);
}

async function fill({ client, folder, file }: ShelfUser): Promise<void> {
  const holidays = await folder('Holidays');
  const rome = await folder('Rome', '/Holidays');
  const costs = await file('costs.csv');
  await uploadFile(client, { name: 'film.csv', type: 'text/csv', bytes: Buffer.alloc(3000, 'film ') });
  const picture = await uploadFile(client, { name: 'red.png', type: 'image/png', bytes: red });
  await uploadFile(client, { name: 'broken.png', type: 'image/png', bytes: red.subarray(0, 40) });
  for (const { name, label, folder: isFolder } of linkKinds)
    if (!isFolder) await addLink({ client }, name, `${label} (${name})`);
  await addPlaylist({ client });
  await importBookmarks({ client });
  const copy = { url: '/Holidays', arr: [costs._id, picture._id], action: 'copy' as const };
  await client.call(routes.pasteElements, { body: copy });
  const moved = await file('moved.csv');
  await client.call(routes.pasteElements, {
    body: { url: '/Holidays', arr: [moved._id], action: 'cut' },
  });
  await client.call(routes.tagElements, { body: { arr: [rome._id, costs._id], add: ['sun', 'sea'] } });
  const obj = { linkname: 'expenses.csv', linktag: ['money'] };
  await client.call(routes.editElement, { body: { url: '/', id: costs._id, obj } });
  const deleted = [(await file('deleted.csv'))._id];
  await client.call(routes.deleteElements, { body: { url: '/', arr: deleted, forever: true } });
  const again = await file('moved.csv');
  await client.call(routes.pasteElements, {
    body: { url: '/Holidays', arr: [again._id], action: 'cut', conflict: 'number' },
  });
  const undone = { url: '/', arr: [(await file('undone.csv'))._id], hold: 60 };
  const { docs } = await client.call(routes.deleteElements, { body: undone });
  await client.call(routes.cancelProcess, { body: { process: docs.process ?? '', exact: true } });
  for (const _id of [picture._id, picture._id, holidays._id])
    await client.call(routes.countOpening, { body: { _id } });
  for (const defaultLinks of [true, false])
    await client.call(routes.changeSettings, { body: { obj: { defaultLinks, darkMode: true } } });
}

const addLink = ({ client }: Pick<ShelfUser, 'client'>, linktype: string, linkname: string) =>
  client.call(routes.addElement, {
    body: { url: '/', obj: { linkname, linktype, linkurl: addresses[linktype] ?? '' } },
  });

async function importBookmarks({ client }: Pick<ShelfUser, 'client'>): Promise<void> {
  const page =
    '<DL><DT><H3>Read later</H3><DL><DT><A HREF="https://skyshelf.example/later" ADD_DATE="1700000000" TAGS="read">Later</A></DL><DT><A HREF="javascript:0">Button</A></DL>';
  const file = { name: 'bookmarks.html', type: 'text/html', bytes: Buffer.from(page) };
  const { _id } = await uploadFile(client, file);
  const { process } = await client.call(routes.importBookmarks, { body: { url: '/', file: _id } });
  await eventually(async () => {
    const { state } = await client.call(routes.importedBookmarks, { query: { process } });
    return state === 'done';
  });
}

async function addPlaylist({ client }: Pick<ShelfUser, 'client'>): Promise<ElementView> {
  const linkurl = addresses.playlist ?? '';
  const obj = ['One', 'Two'].map((linkname) => ({
    linkname,
    linktype: 'youtube',
    linkurl: addresses.youtube ?? '',
  }));
  const body = { url: '/', name: 'First steps', linkurl, obj };
  return (await client.call(routes.addPlaylist, { body })).docs;
}

async function twoSessions(shelf: RunningShelf, name: string): Promise<KeptFacts['tokens']> {
  const open = await shelf.token(name);
  const revoked = await shelf.token(name);
  await apiClient(shelf.url, revoked).call(routes.logOut, { body: {} });
  return { open, revoked };
}

/** Deletes the account and keeps it, as an owner does who comes back. */
async function deleteAndKeep(shelf: RunningShelf, name: string): Promise<void> {
  const { drive, client } = await shelf.user(name);
  await client.call(routes.closeAccount);
  const hash = createHash('sha256').update(name).digest('base64url');
  const offer = { hash, expires: new Date(Date.now() + 60_000) };
  await shelf.collection('gateway', 'deletions').updateOne({ _id: drive }, { $set: { offer } });
  await apiClient(shelf.url, null).call(routes.keepAccount, { body: { code: name } });
}

async function forget(shelf: RunningShelf, name: string): Promise<DriveId> {
  const { drive, file } = await shelf.user(name);
  await file('gone.csv');
  await forgetDrive(shelf.installation, drive);
  return drive;
}

/** A bug of media publishes what catalog can't read. */
async function park(shelf: RunningShelf, { drive, folder }: ShelfUser): Promise<void> {
  await folder('Waiting');
  await publishOfMedia(shelf, `unreadable-${drive}`, drive, { type: 'media.derivative.made' });
  const waiting = shelf.collection('catalog', 'parked');
  await eventually(async () => (await waiting.countDocuments({ drive })) === 1, { timeoutMs: 60_000 });
}

/** Queues jobs of a file that is gone: thumbnails are usually made together only while a queue waits. */
function makeTogether(shelf: RunningShelf, { drive }: ShelfUser): Promise<void> {
  const job = { kind: 'thumbnail', jobId: 'gone', elementId: 'gone', source: { blobId: 'gone' } };
  const made = [{ ...job, blobId: 'derived', bytes: 1, width: 1, height: 1 }];
  return publishOfMedia(shelf, `together-${drive}`, drive, { type: 'media.derivatives.made', made });
}

async function publishOfMedia(
  shelf: RunningShelf,
  _id: string,
  drive: DriveId,
  data: { type: string; made?: object[] },
): Promise<void> {
  const event = { type: data.type, schema: 1, data, at: new Date(), actor: null, trace: null };
  const stored = { drive, seq: 1, version: null, slot: 0, pub: false };
  await shelf.collection('media', 'events').insertOne({ _id, ...stored, ...event });
}

async function breakOffImport({ installation }: RunningShelf): Promise<void> {
  const body = { drive: randomUUID(), run: randomUUID() };
  await installation.peers.json('catalog', '/internal/restores/claim', { method: 'POST', body });
}

const leaveFor = async (
  { client }: ShelfUser,
  name: string,
  size: number,
  conflict: 'skip' | 'number' = 'skip',
): Promise<string> => {
  const body = { url: '/', files: [{ name, size, type: 'text/csv' }], conflict };
  return (await client.call(routes.startUpload, { body })).docs[0]?.grant ?? '';
};

const send = async (user: ShelfUser, name: string): Promise<void> => {
  const bytes = Buffer.from(`the content of ${name}`);
  const grant = await leaveFor(user, name, bytes.length);
  await user.client.call(routes.sendBytes, { bytes, headers: { 'upload-grant': grant } });
};

const beginParts = async (user: ShelfUser, name: string): Promise<string> => {
  const grant = await leaveFor(user, name, limits.maxSingleRequestBytes + 1, 'number');
  return (await user.client.call(routes.startParts, { body: { grant } })).uploadId;
};

/** Uploads that came to an end without their browser: admitted, refused for its name, given up. */
async function leaveUploads(user: ShelfUser): Promise<void> {
  await send(user, 'alone.csv');
  await send(user, 'taken.csv');
  await user.file('taken.csv');
  const uploadId = await beginParts(user, 'given-up.csv');
  await user.client.call(routes.abortParts, { params: { uploadId } });
}

/** One that no one has claimed yet, and one in parts. */
async function beginUploads(user: ShelfUser): Promise<void> {
  await beginParts(user, `never ${randomUUID()}.csv`);
  await send(user, `unclaimed ${randomUUID()}.csv`);
}

/** A deletion that may still be undone. */
async function holdDeletion({ client, folder }: ShelfUser): Promise<void> {
  const { _id } = await folder(`Deleted ${randomUUID()}`);
  await client.call(routes.deleteElements, { body: { url: '/', arr: [_id], hold: 60 } });
}

export async function isAtRest(shelf: RunningShelf, { drive }: Pick<ShelfUser, 'drive'>): Promise<boolean> {
  for (const service of ['gateway', 'catalog', 'storage', 'media', 'billing'] as const)
    if (await shelf.collection(service, 'events').countDocuments({ drive, pub: false })) return false;
  const last = await shelf.collection('catalog', 'drives').findOne({ _id: drive });
  for (const service of ['storage', 'media'] as const) {
    const cursor = await shelf.collection(service, 'cursors').findOne({ drive });
    if (cursor?.version !== last?.version) return false;
  }
  if (await shelf.collection('catalog', 'processes').countDocuments({ _id: { $regex: `^${drive}:` } }))
    return false;
  return (await shelf.collection('media', 'jobs').countDocuments({ drive, open: true })) === 0;
}
