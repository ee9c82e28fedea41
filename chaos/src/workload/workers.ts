import { setTimeout as pause } from 'node:timers/promises';
import { freshName, look, make, remove, rename, undoRename, type Actor, type Known } from './elements.js';
import { uploadBundle } from './bundles.js';
import { largeFile, someFile } from './files.js';
import { sha256 as sha256Of, upload, type FileInHand } from './uploads.js';

/** A worker's round: what it does again and again until the run ends. It alone changes its folder. */
export type Round = () => Promise<void>;
export type Worker = (actor: Actor, folder: Known) => Round;

/** Elements that a folder holds at most before the worker tidies up. */
const FULL = 12;
/** More than one transaction deletes. */
const LARGE = 210;

/** Makes folders and links, renames them, undoes that, deletes them, looks at the outcome at once. */
export const tidying: Worker = (actor, folder) => {
  const { random } = actor;
  let mine: Known[] = [];
  return async () => {
    if (mine.length === 0 || (mine.length < FULL && random.percent(40))) {
      const kind = random.percent(50) ? 'folder' : 'website';
      const made = await make(actor, folder.id, kind, freshName(actor, kind));
      if (made) mine.push(made);
    } else if (random.percent(70)) {
      const element = random.pick(mine);
      const isUndone = element.renamings?.length && !actor.isFormer && random.percent(30);
      const isKnown = await (isUndone
        ? undoRename(actor, element, random.percent(70))
        : rename(actor, element));
      if (!isKnown) mine = mine.filter((each) => each !== element);
    } else {
      const some = random.shuffled(mine).slice(0, random.between(1, 4));
      mine = mine.filter((each) => !some.includes(each));
      await remove(actor, some);
    }
    if (random.percent(25)) await look(actor, folder.id);
  };
};

/** Uploads small files and pictures, reads them back, deletes some. */
export const uploading =
  (picturePercent: number): Worker =>
  (actor, folder) => {
    const { random } = actor;
    let mine: Known[] = [];
    return async () => {
      if (mine.length < FULL || random.percent(60)) {
        const files = await uploadSome(actor, folder.id, picturePercent);
        mine.push(...files);
        for (const file of files) noteBelonging(actor, folder, file);
      } else {
        const some = random.shuffled(mine).slice(0, random.between(1, 3));
        mine = mine.filter((each) => !some.includes(each));
        await remove(actor, some);
      }
      if (mine.length > 0 && random.percent(20)) await readBack(actor, random.pick(mine));
      if (random.percent(15)) await look(actor, folder.id);
    };
  };

/** One file in three calls, or some in one. */
async function uploadSome(actor: Actor, folderId: string, picturePercent: number): Promise<Known[]> {
  const { random } = actor;
  const files: FileInHand[] = [];
  const count = random.percent(50) ? 1 : random.between(2, 4);
  while (files.length < count) files.push(await someFile(actor, picturePercent));
  const [only] = files;
  if (!only || count > 1) return uploadBundle(actor, folderId, files);
  const file = await upload(actor, folderId, only);
  return file ? [file] : [];
}

/** Uploads a file and deletes most of them at once. */
export const turningOver: Worker = (actor, folder) => async () => {
  const file = await upload(actor, folder.id, await someFile(actor, 10));
  if (file && actor.random.percent(80)) await remove(actor, [file]);
};

/** Uploads one file in parts, deletes it, rests: 8 MiB are much for a small machine. */
export const uploadingInParts: Worker = (actor, folder) => async () => {
  const file = await upload(actor, folder.id, largeFile(actor));
  if (file) await readBack(actor, file);
  if (file) await remove(actor, [file]);
  await pause(3_000);
};

/** Fills a folder with more than one transaction deletes, and deletes it. */
export const gardening: Worker = (actor, folder) => async () => {
  const bed = await make(actor, folder.id, 'folder', freshName(actor, 'bed'));
  if (!bed) return;
  for (let planted = 0; planted < LARGE && !actor.person.scene.stopping(); planted += 10) {
    await Promise.all(
      Array.from({ length: 10 }, () => make(actor, bed.id, 'website', freshName(actor, 'plant'))),
    );
  }
  await remove(actor, [bed]);
  await look(actor, folder.id);
};

/** One thing after a while: nothing else happens in the drive about the same time. */
export const pottering: Worker = (actor, folder) => async () => {
  await pause(actor.random.between(2_300, 2_800));
  if (!actor.person.scene.stopping()) await rename(actor, folder);
};

/** Begins things and does not care what becomes of them: one try, or bytes that are never admitted. */
export const forsaking: Worker = (actor, folder) => {
  const { random } = actor;
  return async () => {
    if (random.percent(40)) await upload(actor, folder.id, await someFile(actor, 30), true);
    else if (random.percent(50))
      await make(actor, folder.id, 'folder', freshName(actor, 'maybe'), { timeoutMs: 0 });
    else {
      const made = await make(actor, folder.id, 'website', freshName(actor, 'surely'));
      if (made && random.percent(60)) await rename(actor, made, 0);
      else if (made) await remove(actor, [made], 0);
    }
    await pause(random.between(20, 200));
  };
};

/** Two clients want the same name at the same moment: one gets it. */
export const rivalling: Worker = (actor, folder) => {
  const { random } = actor;
  return async () => {
    const name = freshName(actor, 'wanted');
    const kind = random.percent(50) ? 'folder' : 'website';
    const made = await Promise.all([
      make(actor, folder.id, kind, name, { rival: true }),
      make(actor, folder.id, kind, name, { rival: true }),
    ]);
    const winners = made.filter((each) => each !== null);
    if (winners.length > 0) await remove(actor, winners);
    await pause(random.between(20, 200));
  };
};

function noteBelonging({ person }: Actor, folder: Known, { id, linkurl, sha256 }: Known): void {
  person.scene.belongings.set(person.user, {
    user: person.user,
    id,
    folderId: folder.id,
    address: linkurl ?? null,
    sha256: sha256 ?? null,
  });
}

/** Reads a file through any gateway: what was acknowledged is there for its owner at once. */
export async function readBack({ person, random }: Actor, { linkurl, sha256 }: Known): Promise<void> {
  const { history, client } = person.scene;
  const gateway = random.between(0, client.gateways.length - 1);
  const address = linkurl ?? '';
  const answer = await person.send(gateway, { method: 'GET', path: fileAddress(address) }).catch(() => null);
  if (!answer || answer.status === 502 || answer.status === 503) return;
  history.add({
    t: 'file',
    user: person.user,
    address,
    status: answer.status,
    sha256: sha256Of(answer.bytes),
    expected: sha256 ?? '',
  });
}

export const fileAddress = (address: string): string =>
  `/files/${address.split('/').map(encodeURIComponent).join('/')}`;
