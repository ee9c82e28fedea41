import { routes } from '@skyshelf/contracts';
import type { ShelfUser } from '../running-shelf.js';

/** Leaves a link with a password and one that has received a file, changes one, ends another. */
export async function useShares({ client, folder }: Pick<ShelfUser, 'client' | 'folder'>): Promise<void> {
  const { _id } = await folder('Shown');
  const share = async (title: string) =>
    (await client.call(routes.createShare, { body: { ids: [_id], title, password: 'sesame' } })).docs.id;
  const [kept, ended] = [await share('Kept'), await share('Ended')];
  await client.call(routes.changeShare, { body: { id: kept, note: 'A note', downloadLimit: 5 } });
  await client.call(routes.endShare, { body: { id: ended } });
}
