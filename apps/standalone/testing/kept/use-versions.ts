import { routes, type ElementView } from '@skyshelf/contracts';
import type { ShelfUser } from '../running-shelf.js';

export const red = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

/** Leaves versions of files: one with a name, and some that media describes when they are replaced already. */
export async function useVersions({ client }: Pick<ShelfUser, 'client'>): Promise<void> {
  const save = async (name: string, type: string, bytes: Buffer): Promise<ElementView> => {
    const files = [{ name, size: bytes.length, type }];
    const head = Buffer.from(`${JSON.stringify({ url: '/', files, conflict: 'replace' })}\n`);
    const { docs } = await client.call(routes.sendBundle, { bytes: Buffer.concat([head, bytes]) });
    const [saved] = docs.ops;
    if (!saved) throw new Error(`${name} was not saved`);
    return saved;
  };
  for (const text of ['first', 'second', 'third']) await save('plan.csv', 'text/csv', Buffer.from(text));
  const { _id: id } = await save('plan.csv', 'text/csv', Buffer.from('last'));
  const { docs } = await client.call(routes.listVersions, { query: { id } });
  const [, dropped, kept] = docs.map(({ version }) => version);
  if (!dropped || !kept) throw new Error('Saving left no versions');
  await client.call(routes.keepVersion, { body: { id, version: kept, name: 'As agreed' } });
  await client.call(routes.dropVersions, { body: { id, version: dropped } });
  for (let times = 0; times < 6; times += 1) await save('late.png', 'image/png', red);
}
