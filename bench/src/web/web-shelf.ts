import { ROOT_ID, routes, type ElementId } from '@skyshelf/contracts';
import { eventually, uploadFile, type LaunchedSkyshelf } from '@skyshelf/testing';
import { MongoClient } from 'mongodb';
import { inParallel } from '../load.js';
import { sampleJpeg } from '../sample-jpeg.js';
import { addLink, closeShelf, openShelf, settled, type Shelf } from '../shelves/filled-drives.js';

/** Photos whose thumbnails are really made; the others are copies of them. */
const PHOTOS = 100;
/** Of few bytes, so that very many find room in a free plan; their thumbnails are as large as others. */
const WIDTH = 400;
const HEIGHT = 300;
const DETAIL = 4;

const range = (count: number): number[] => Array.from({ length: count }, (_, index) => index);

/** A user with a folder of 10,000 photos, some of 1,000, and one of so many links. */
export async function fillWebShelf(
  skyshelf: LaunchedSkyshelf,
  mongoUri: string,
  { items, thousands, links }: { items: number; thousands: number; links: number },
  said: (what: string) => void,
): Promise<{ token: string }> {
  const mongo = await new MongoClient(mongoUri).connect();
  const shelf = await openShelf(skyshelf, mongo, 'collector');
  try {
    const photos = await photosWithThumbnails(shelf);
    said(`${PHOTOS} photos have their thumbnails`);
    await likeThem(shelf, photos, 'Photos', items);
    for (const index of range(thousands)) await likeThem(shelf, photos, `Folder ${index}`, 1000);
    const many = await shelf.filler.folder(ROOT_ID, 'Links');
    const link = await addLink(shelf, many, 'a link');
    await shelf.filler.like(link, many, links);
    said('the folders are filled');
    await settled(skyshelf);
    said('all services know of them');
    return { token: shelf.token };
  } finally {
    await closeShelf(shelf);
    await mongo.close();
  }
}

async function photosWithThumbnails({ client }: Shelf): Promise<ElementId[]> {
  await client.call(routes.addElement, {
    body: { url: '/', obj: { linkname: 'Originals', linktype: 'folder' } },
  });
  await inParallel(PHOTOS, 4, async (index) => {
    const bytes = await sampleJpeg(WIDTH, HEIGHT, DETAIL);
    await uploadFile(client, { name: `photo ${index}.jpg`, type: 'image/jpeg', bytes, url: '/Originals/' });
  });
  const body = { url: '/Originals/' };
  const made = async () =>
    (await client.call(routes.listFolder, { body })).docs.filter(({ thumbnailImage }) => thumbnailImage);
  await eventually(async () => (await made()).length === PHOTOS, { timeoutMs: 300_000, intervalMs: 500 });
  return (await made()).map(({ _id }) => _id as ElementId);
}

/** Each as often as another one. */
async function likeThem({ filler }: Shelf, photos: ElementId[], name: string, count: number): Promise<void> {
  const folder = await filler.folder(ROOT_ID, name);
  const each = count / photos.length;
  for (const [index, photo] of photos.entries()) await filler.like(photo, folder, each, index * each);
}
