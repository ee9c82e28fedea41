import { randomBytes } from 'node:crypto';
import { routes } from '@skyshelf/contracts';
import { apiClient, eventually, uploadFile, type ApiClient, type RunningSkyshelf } from '@skyshelf/testing';
import { sampleImages, drawImage } from './sample-images.js';

const folders = ['Family', 'Garden', 'Music', 'Recipes', 'Taxes', 'Travel', 'Work'];
const links = {
  'Bergen on the map': 'https://www.openstreetmap.org/#map=12/60.39/5.32',
  'How tides work': 'https://en.wikipedia.org/wiki/Tide',
  'Radio for the evening': 'https://radioparadise.com/',
  'Sourdough, step by step': 'https://www.kingarthurbaking.com/recipes',
  'Tonight’s sky': 'https://stellarium-web.org/',
};
const office = 'application/vnd.openxmlformats-officedocument';
const documents = {
  'Budget 2026.xlsx': { type: `${office}.spreadsheetml.sheet`, head: 'PK\u0003\u0004', bytes: 48_312 },
  'Evening session.mp3': { type: 'audio/mpeg', head: 'ID3\u0004\u0000', bytes: 912_400 },
  'Family tree.zip': { type: 'application/zip', head: 'PK\u0003\u0004', bytes: 330_020 },
  'Ferry tickets.pdf': { type: 'application/pdf', head: '%PDF-1.7\n', bytes: 214_870 },
  'Packing list.docx': { type: `${office}.wordprocessingml.document`, head: 'PK\u0003\u0004', bytes: 21_504 },
  'Rental agreement.pdf': { type: 'application/pdf', head: '%PDF-1.7\n', bytes: 182_022 },
  'Slides for Tuesday.pptx': {
    type: `${office}.presentationml.presentation`,
    head: 'PK\u0003\u0004',
    bytes: 730_120,
  },
};

/**
 * Fills the root of a user's drive as after years of use: folders, links, documents, photographs with their
 * thumbnails.
 */
export async function seedDrive(skyshelf: RunningSkyshelf, token: string): Promise<void> {
  const client = apiClient(skyshelf.url, token);
  try {
    await client.call(routes.changeSettings, { body: { obj: { defaultLinks: false } } });
    for (const linkname of folders) await add(client, { linkname, linktype: 'folder' });
    for (const [linkname, linkurl] of Object.entries(links))
      await add(client, { linkname, linkurl, linktype: 'website', linktag: ['holiday'] });
    for (const [name, { type, head, bytes }] of Object.entries(documents))
      await uploadFile(client, { name, type, bytes: Buffer.concat([Buffer.from(head), randomBytes(bytes)]) });
    for (const [name, image] of Object.entries(sampleImages))
      await uploadFile(client, { name, type: 'image/jpeg', bytes: await drawImage(image) });
    await thumbnails(client);
    const old = { name: 'Old boiler manual.pdf', type: 'application/pdf' };
    const { _id } = await uploadFile(client, { ...old, bytes: randomBytes(640_000) });
    await client.call(routes.deleteElements, { body: { url: '/', arr: [_id] } });
  } finally {
    client.close();
  }
}

const add = (
  client: ApiClient,
  obj: { linkname: string; linktype: string; linkurl?: string; linktag?: string[] },
) => client.call(routes.addElement, { body: { url: '/', obj } });

async function thumbnails(client: ApiClient): Promise<void> {
  await eventually(
    async () => {
      const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
      return docs.filter(({ thumbnailImage }) => thumbnailImage).length >= Object.keys(sampleImages).length;
    },
    { timeoutMs: 30_000, intervalMs: 100 },
  );
}
