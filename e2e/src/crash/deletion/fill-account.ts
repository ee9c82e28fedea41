import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { limits, routes, type DriveId, type ElementView } from '@skyshelf/contracts';
import { apiClient, eventually, uploadFile, type ApiClient, type RunningSkyshelf } from '@skyshelf/testing';
import { Binary } from 'mongodb';
import { film } from '../../conformance/conversion-cases.js';
import type { RunningDatabase } from '../../operations/database-of.js';
import { sampleImage } from '../../sample-image.js';
import { driveOf } from '../../setup/drive-of.js';
import { extensionToken } from '../../setup/extension-token.js';

const patient = { timeoutMs: 120_000, intervalMs: 50 };

interface Person {
  skyshelf: RunningSkyshelf;
  database: RunningDatabase;
  drive: DriveId;
  client: ApiClient;
  /** Is in each name, text, address and file of theirs. */
  mark: string;
  /** The account stays, so it has nothing that changes by itself, or that an operator would have to look at. */
  stays: boolean;
}

const mailOf = (mark: string): string => `${mark}@mail.example`;

/**
 * An account that leaves something wherever an account can: elements of each sort, what is made of them, an
 * import, a takeout, uploads that never end, a deletion that waits, the trash, an earlier version, a link that
 * shows, sessions, a subscription, mails, a message to the operator, a portrait, a parked event. Nothing of it is
 * on its way any more.
 * @param elements about so many
 */
export async function fillAccount(
  skyshelf: RunningSkyshelf,
  database: RunningDatabase,
  { mark, elements, stays = false }: { mark: string; elements: number; stays?: boolean },
): Promise<{ drive: DriveId; client: ApiClient }> {
  const token = await skyshelf.token(mark);
  await skyshelf.token(mark);
  await extensionToken(skyshelf, token);
  const client = apiClient(skyshelf.url, token, { timeoutMs: 60_000 });
  const person = { skyshelf, database, drive: driveOf(token), client, mark, stays };
  const paid = giveAddress(person).then(() => pay(person));
  await Promise.all([fillTree(person, elements), paid, writeToOperator(person)]);
  await takeOut(person);
  await isSettled(person);
  if (!stays) await leavePortraitAndParked(person);
  return { drive: person.drive, client };
}

async function fillTree(person: Person, elements: number): Promise<void> {
  const { client, mark } = person;
  const add = async (obj: { linkname: string; linktype: string; linkurl?: string }, url = '/') =>
    (await client.call(routes.addElement, { body: { url, obj: { ...obj, linktag: [mark] } } })).docs;
  const folder = { linkname: `${mark}-holidays`, linktype: 'folder' };
  await add(folder);
  const url = `/${folder.linkname}/`;
  const tenth = Math.ceil(elements / 10);
  const pictures: ElementView[] = [];
  for (let nth = 0; nth < tenth; nth += 1) {
    await add({ linkname: `${mark}-folder-${nth}`, linktype: 'folder' }, url);
    const notes = Buffer.from(`${mark},${nth}\n`);
    await uploadFile(client, { url, name: `${mark}-${nth}.csv`, type: 'text/csv', bytes: notes });
    const bytes = Buffer.concat([await sampleImage(320, 240), Buffer.from(mark)]);
    pictures.push(await uploadFile(client, { url, name: `${mark}-${nth}.png`, type: 'image/png', bytes }));
  }
  await add({ linkname: `${mark}-map`, linktype: 'website', linkurl: `https://${mark}.example/` });
  const copied = pictures.slice(0, 2).map(({ _id }) => _id);
  await client.call(routes.pasteElements, { body: { url: '/', arr: copied, action: 'copy' } });
  await client.call(routes.countOpening, { body: { _id: pictures[0]?._id ?? '' } });
  await client.call(routes.changeSettings, { body: { obj: { darkMode: true } } });
  await importBookmarks(person, elements - 3 * tenth);
  await convertFilm(person);
  await leaveHistory(person, url);
  if (!person.stays) await leaveUndone(person, (await add({ ...folder, linkname: `${mark}-deleted` }))._id);
}

async function importBookmarks({ client, mark }: Person, links: number): Promise<void> {
  const lines = Array.from(
    { length: links },
    (_, nth) => `<DT><A HREF="https://${mark}.example/${nth}" TAGS="${mark}">${mark} ${nth}</A>`,
  );
  const page = `<DL><DT><H3>${mark}-later</H3><DL>${lines.join('')}</DL><DT><A HREF="javascript:0">${mark}</A></DL>`;
  const file = { name: `${mark}.html`, type: 'text/html', bytes: Buffer.from(page) };
  const { _id } = await uploadFile(client, file);
  const { process } = await client.call(routes.importBookmarks, { body: { url: '/', file: _id } });
  await eventually(
    async () => (await client.call(routes.importedBookmarks, { query: { process } })).state === 'done',
    patient,
  );
}

async function convertFilm({ client, mark }: Person): Promise<void> {
  const bytes = Buffer.concat([film, Buffer.from(mark)]);
  const file = { name: `${mark}.mkv`, type: 'video/x-matroska', bytes };
  const { _id: id, linkurl } = await uploadFile(client, file);
  const body = { id, linkurl: linkurl ?? '' };
  await eventually(async () => 'ok' in (await client.call(routes.convertVideo, { body })), patient);
}

/** An upload in parts that never ends, one that no one claims, a deletion that can be undone. */
async function leaveUndone({ client, mark }: Person, folder: string): Promise<void> {
  const leaveFor = async (name: string, size: number) => {
    const files = [{ name, size, type: 'application/zip' }];
    return (await client.call(routes.startUpload, { body: { url: '/', files } })).docs[0]?.grant ?? '';
  };
  const large = await leaveFor(`${mark}-never.zip`, limits.maxSingleRequestBytes + 1);
  await client.call(routes.startParts, { body: { grant: large } });
  const bytes = Buffer.from(`${mark} unclaimed`);
  const grant = await leaveFor(`${mark}-unclaimed.zip`, bytes.length);
  await client.call(routes.sendBytes, { bytes, headers: { 'upload-grant': grant } });
  await client.call(routes.deleteElements, { body: { url: '/', arr: [folder], hold: 60 } });
}

/** An element in the trash, a file with an earlier version, a link that was opened. */
async function leaveHistory({ client, mark }: Person, url: string): Promise<void> {
  const name = `${mark}-draft.csv`;
  for (const text of ['one', 'two', 'three']) {
    const bytes = Buffer.from(`${mark},${text}\n`);
    await uploadFile(client, { url, name, type: 'text/csv', bytes, conflict: 'replace' });
  }
  const lost = await uploadFile(client, {
    url,
    name: `${mark}-lost.csv`,
    type: 'text/csv',
    bytes: Buffer.from(mark),
  });
  await client.call(routes.deleteElements, { body: { url, arr: [lost._id] } });
  const { folderId } = await client.call(routes.listFolder, { body: { url } });
  const { docs } = await client.call(routes.createShare, {
    body: { ids: [folderId], title: mark, note: mark },
  });
  const token = docs.address?.slice('/s/'.length) ?? '';
  await client.call(routes.openShare, { params: { token }, body: {} });
}

/** The mail that confirms it lies in the folder of mails. */
async function giveAddress({ client, mark, skyshelf }: Person): Promise<void> {
  await client.call(routes.setNotices, { body: { address: mailOf(mark) } });
  const folder = join(skyshelf.dataFolder, 'mails');
  const code = await eventually(() => {
    const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
    const mail = mails.find((text) => text.includes(mailOf(mark)) && text.includes('confirm-notices'));
    const [, found = ''] = /confirm-notices#(\S+)/.exec(mail?.replaceAll('=\r\n', '') ?? '') ?? [];
    return found.replaceAll('=3D', '=') || false;
  }, patient);
  await client.call(routes.confirmNotices, { body: { code } });
}

async function pay({ client, mark }: Person): Promise<void> {
  const plans = await client.call(routes.listPlans, { body: {} });
  const subscribe = plans.find((plan) => plan.subscribe)?.subscribe;
  if (!subscribe) throw new Error('No plan can be bought.');
  const { action: provider, ...form } = subscribe;
  const post = (path: string, body: Record<string, string>) =>
    fetch(new URL(path, provider), { method: 'POST', body: new URLSearchParams(body), redirect: 'manual' });
  await post('/subscribe', form);
  const subscriptions = async () => (await client.call(routes.listSubscriptions)).docs;
  const bought = await eventually(
    async () => (await subscriptions()).find(({ counts }) => counts) ?? false,
    patient,
  );
  const { status } = await post('/change', { id: bought.id, action: 'cancel' });
  if (status !== 303) throw new Error(`The subscription of ${mark} was not cancelled: ${status}`);
}

async function writeToOperator({ client, mark }: Person): Promise<void> {
  const { challenge } = await client.call(routes.newCaptcha);
  const solution = await solveChallenge({ challenge, deriveKey });
  const captcha = Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
  const obj = { name: mark, email: mailOf(mark), message: `It is me, ${mark}.`, captcha };
  await client.call(routes.sendMail, { body: { obj } });
}

async function takeOut({ client }: Person): Promise<void> {
  await client.call(routes.beginTakeout, { body: {} });
  const isReady = async () => (await client.call(routes.readTakeout)).takeout?.state === 'ready';
  await eventually(isReady, patient);
}

const isSettled = ({ database, drive }: Person): Promise<void> =>
  eventually(async () => {
    const jobs = await database.collection('media', 'jobs').distinct('kind', { drive, open: true });
    const mails = await database.collection('notify', 'mails').distinct('kind', { drive, state: 'sent' });
    const events = (['catalog', 'storage', 'media', 'billing', 'gateway'] as const).map((service) =>
      database.collection(service, 'events').distinct('type', { drive, pub: false }),
    );
    const waiting = [...jobs, ...(await Promise.all(events)).flat()];
    if (waiting.length > 0 || mails.length < 3)
      throw new Error(`These wait: ${waiting.join(', ')}; sent were ${mails.join(', ')}`);
  }, patient);

/** As they are kept: a provider with pictures, and an event that no one can read, are beyond this test. */
async function leavePortraitAndParked({ database, drive, mark }: Person): Promise<void> {
  const bytes = Buffer.from(`the face of ${mark}`);
  const portrait = { from: `https://${mark}.example/face.png`, etag: 'face', bytes: new Binary(bytes) };
  await database.collection('gateway', 'accounts').updateOne({ drive }, { $set: { portrait } });
  const event = await database.collection('catalog', 'events').findOne({ drive });
  const parked = { consumer: 'media', source: 'catalog', drive, version: null, event, request: null };
  const failed = { error: { name: 'Error', message: mark, stack: null }, tries: 9, since: new Date() };
  const id = `media/${drive}/${event?._id ?? ''}`;
  await database.collection('media', 'parked').insertOne({ _id: id, ...parked, ...failed });
}
