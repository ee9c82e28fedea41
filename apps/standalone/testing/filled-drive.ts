import { randomBytes } from 'node:crypto';
import { routes } from '@skyshelf/contracts';
import { eventually, uploadFile } from '@skyshelf/testing';
import type { ShelfUser } from './running-shelf.js';

const red = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==',
  'base64',
);

export const large = randomBytes(3 * 1024 * 1024);

/** Makes a drive in which everything has happened, and in which nothing is still to be made. */
export async function fillDrive({ client, folder: make, file }: ShelfUser): Promise<void> {
  await make('Holidays');
  const inner = await make('Rome', '/Holidays');
  const costs = await file('costs.zip');
  await uploadFile(client, { name: 'film.zip', type: 'application/zip', bytes: large });
  const picture = await uploadFile(client, { name: 'red.png', type: 'image/png', bytes: red });
  const body = { url: '/Holidays', arr: [costs._id, picture._id], action: 'copy' as const };
  await client.call(routes.pasteElements, { body });
  const patient = { timeoutMs: 60_000 };
  const listed = async (url: string) => (await client.call(routes.listFolder, { body: { url } })).docs;
  await eventually(
    async () => (await listed('/Holidays/')).some((each) => each.thumbnailImage !== null),
    patient,
  );
  await client.call(routes.tagElements, { body: { arr: [inner._id, costs._id], add: ['sun'] } });
  const gone = await file('gone.zip');
  await client.call(routes.deleteElements, { body: { url: '/', arr: [gone._id] } });
  await client.call(routes.countOpening, { body: { _id: picture._id } });
  await client.call(routes.changeSettings, { body: { obj: { defaultLinks: false } } });
  await eventually(async () => (await listed('/')).every((each) => !each.default), patient);
}
