import { blobOfAddress, routes, type ElementView } from '@skyshelf/contracts';
import { eventually, uploadFile } from '@skyshelf/testing';
import type { SettledUser } from './damages.js';
import type { RunningShelf } from './running-shelf.js';

const red = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);
const VERSION = 6;

export const blobOf = ({ linkurl }: ElementView): string => blobOfAddress(linkurl ?? '') ?? '';

/**
 * A user with a folder, files, a picture that has its thumbnail, and a deletion; nothing of it is on its way
 * any more.
 */
export async function settledUser(shelf: RunningShelf, name: string): Promise<SettledUser> {
  const user = await shelf.user(name);
  const { drive, client } = user;
  const folder = await user.folder('Holidays');
  const file = await user.file('costs.zip');
  const gone = await user.file('gone.zip');
  await uploadFile(client, { name: 'red.png', type: 'image/png', bytes: red });
  await client.call(routes.deleteElements, { body: { url: '/', arr: [gone._id], forever: true } });
  await eventually(
    async () => {
      const cursor = await shelf.collection('storage', 'cursors').findOne({ drive });
      const waiting = await shelf.collection('catalog', 'events').countDocuments({ drive, pub: false });
      return cursor?.version === VERSION && waiting === 0;
    },
    { timeoutMs: 60_000, intervalMs: 50 },
  );
  const row = { driveKey: `${drive}:1`, kind: 'image/png' };
  const picture = await shelf.collection('catalog', 'elements').findOne(row);
  const [thumbnail = ''] = (picture?.derivedBlobIds ?? []) as string[];
  return { user, folder, file, blob: blobOf(file), thumbnail, deleted: blobOf(gone) };
}
