import { randomBytes } from 'node:crypto';
import { limits, routes } from '@skyshelf/contracts';
import { uploadFile, type ApiClient } from '@skyshelf/testing';
import { sampleImage } from '../sample-image.js';

/**
 * A drive with folders, links, tags, a playlist, files of each way to come in, copies, and something that was
 * deleted.
 */
export async function fillDrive(client: ApiClient): Promise<void> {
  const add = async (linkname: string, obj: object, url = '/') =>
    (await client.call(routes.addElement, { body: { url, obj: { linkname, linktype: 'folder', ...obj } } }))
      .docs;
  await add('Holidays', { linktag: ['sun'] });
  await add('Rome', {}, '/Holidays/');
  const map = await add('Map', { linktype: 'website', linkurl: 'https://example.com/map', linktag: ['sun'] });
  await client.call(routes.addPlaylist, { body: { url: '/', name: 'Songs', obj: ['a', 'b'].map(song) } });
  const bytes = Buffer.from('day,costs\n1,20\n');
  const costs = await uploadFile(client, { url: '/Holidays/', name: 'costs.csv', type: 'text/csv', bytes });
  const picture = await sampleImage(64, 48);
  const photo = await uploadFile(client, { name: 'photo.png', type: 'image/png', bytes: picture });
  const large = randomBytes(limits.maxSingleRequestBytes + 1000);
  const file = { name: 'film.bin', type: 'application/octet-stream', bytes: large };
  const film = await uploadFile(client, file);
  const copied = { url: '/Holidays/Rome/', arr: [photo._id, map._id], action: 'copy' as const };
  await client.call(routes.pasteElements, { body: copied });
  await client.call(routes.tagElements, { body: { arr: [costs._id, film._id], add: ['kept'] } });
  const gone = await uploadFile(client, { name: 'gone.csv', type: 'text/csv', bytes });
  await client.call(routes.deleteElements, { body: { url: '/', arr: [gone._id] } });
  await client.call(routes.countOpening, { body: { _id: photo._id } });
  await client.call(routes.changeSettings, { body: { obj: { darkMode: true } } });
}

const song = (letter: string) => ({
  linkname: `Song ${letter}`,
  linktype: 'youtube' as const,
  linkurl: `https://www.youtube.com/watch?v=${letter.repeat(11)}`,
});
