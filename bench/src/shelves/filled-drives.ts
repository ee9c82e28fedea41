import { setTimeout as pause } from 'node:timers/promises';
import { folderFiller, type FolderFiller } from '@skyshelf/catalog/filling';
import { accessTokenClaims, ROOT_ID, routes, type DriveId, type ElementId } from '@skyshelf/contracts';
import { apiClient, type ApiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';

/** Elements of a folder, itself included, when many are needed. */
export const PER_FOLDER = 1000;

/** A user's drive of an installation, reached as a user and filled from behind. */
export interface Shelf {
  token: string;
  drive: DriveId;
  client: ApiClient;
  filler: FolderFiller;
}

/** A drive of a size: what is listed at the top, and a folder with all the rest. */
export interface SizedShelf extends Shelf {
  size: number;
  /** The elements at the top except the two folders. */
  listed: ElementId[];
  /** Holds `size` elements; stands in `here` or `there`. */
  big: ElementId;
  here: ElementId;
  there: ElementId;
  /** A level below `there`. */
  deeper: ElementId;
}

export async function openShelf(
  skyshelf: LaunchedSkyshelf,
  mongo: MongoClient,
  user: string,
): Promise<Shelf> {
  const token = await skyshelf.token(user);
  const [, claims = ''] = token.split('.');
  const { sub, drive } = accessTokenClaims.parse(
    JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')),
  );
  const client = apiClient(skyshelf.url, token, { timeoutMs: 120_000 });
  const filler = folderFiller({ client: mongo, db: mongo.db('skyshelf_catalog') }, { sub, drive });
  return { token, drive, client, filler };
}

export async function closeShelf({ client, filler }: Shelf): Promise<void> {
  client.close();
  await filler.close();
}

export async function addLink(
  { client }: Pick<Shelf, 'client'>,
  folderId: string,
  linkname: string,
): Promise<string> {
  const obj = { linkname, linktype: 'website', linkurl: 'https://example.com/' };
  return (await client.call(routes.addElement, { body: { url: '/', folderId, obj } })).docs._id;
}

/** A folder with so many elements like one, in folders of a thousand when they are more. */
export async function filledFolder(
  { filler }: Pick<Shelf, 'filler'>,
  { parent = ROOT_ID, name, like, count }: { parent?: ElementId; name: string; like: string; count: number },
): Promise<ElementId> {
  const folder = await filler.folder(parent, name);
  if (count <= PER_FOLDER) {
    await filler.like(like, folder, count);
    return folder;
  }
  const parts = await filler.like(folder, folder, Math.floor(count / PER_FOLDER));
  for (const part of parts) await filler.like(like, part, PER_FOLDER - 1);
  return folder;
}

/** The other services have taken in what was added: they would work during the measurement. */
export async function settled(skyshelf: LaunchedSkyshelf): Promise<void> {
  for (;;) {
    const { outbox } = await skyshelf.ops<{ outbox: Record<string, number> }>('GET', '/operations/stats');
    if (Object.values(outbox).every((events) => events === 0)) return;
    await pause(1_000);
  }
}
