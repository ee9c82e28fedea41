import { routes } from '@skyshelf/contracts';
import { apiClient, type LaunchedSkyshelf } from '@skyshelf/testing';
import { Pool } from 'undici';
import { inParallel } from './load.js';

export const ITEMS = 1000;
export const READS_PER_WRITE = 50;

/** A user whose root holds `ITEMS` links. */
export interface Reader {
  token: string;
  /** An element that this user renames at every write. */
  element: string;
}

/** Makes users with full folders. */
export async function fillReaders(
  skyshelf: LaunchedSkyshelf,
  count: number,
  items = ITEMS,
): Promise<Reader[]> {
  const readers: Reader[] = [];
  await inParallel(count, 4, async (index) => {
    readers[index] = await fill(skyshelf, `reader-${index}`, items);
  });
  return readers;
}

async function fill(skyshelf: LaunchedSkyshelf, user: string, items: number): Promise<Reader> {
  const token = await skyshelf.token(user);
  const client = apiClient(skyshelf.url, token, { connections: 32 });
  let element = '';
  await inParallel(items, 32, async (index) => {
    const obj = {
      linkname: `A page worth reading ${index}`,
      linktype: 'website',
      linkurl: `https://example.com/page/${index}`,
    };
    element = (await client.call(routes.addElement, { body: { url: '/', obj } })).docs._id;
  });
  client.close();
  return { token, element };
}

/**
 * One turn of a reader: a listing, or, after each `READS_PER_WRITE` of them, a renaming. @throws {Error} when
 * it is not answered with 200
 */
export async function readOrWrite(pool: Pool, reader: Reader | undefined, turn: number): Promise<void> {
  if (!reader) throw new Error('more workers than users');
  const write = turn % (READS_PER_WRITE + 1) === READS_PER_WRITE;
  const body = write
    ? { url: '/', id: reader.element, obj: { linkname: `renamed ${reader.element} ${turn} ${Date.now()}` } }
    : { url: '/' };
  const answer = await pool.request({
    method: 'POST',
    path: write ? '/api/edit/' : '/api/',
    headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  await answer.body.arrayBuffer();
  if (answer.statusCode !== 200) throw new Error(`listing: ${answer.statusCode}`);
}
