import { routes } from '@skyshelf/contracts';
import type { ShelfUser } from '../running-shelf.js';

/** Leaves something in the trash, takes something out of that, deletes something forever, and puts the shelf back. */
export async function useTrash({
  client,
  folder,
  file,
}: Pick<ShelfUser, 'client' | 'folder' | 'file'>): Promise<void> {
  const remove = (...arr: string[]) => client.call(routes.deleteElements, { body: { url: '/', arr } });
  const old = await folder('Old');
  const [left, gone] = [await file('left.csv'), await file('forever.csv')];
  await client.call(routes.pasteElements, { body: { url: '/Old', arr: [left._id], action: 'cut' } });
  await remove(old._id, gone._id);
  await client.call(routes.restoreTrash, { body: { ids: [left._id], parents: true } });
  await client.call(routes.purgeTrash, { body: { ids: [gone._id] } });
  await client.call(routes.setTrashDays, { body: { days: 60 } });
  const { version } = await client.call(routes.listMoments, { query: {} });
  await folder('Came later');
  await client.call(routes.rewindFolder, { body: { folder: 'root', version } });
}
