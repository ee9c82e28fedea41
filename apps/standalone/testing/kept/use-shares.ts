import { routes, VISIT_PREFIX, type RouteContract } from '@skyshelf/contracts';
import type { ShelfUser } from '../running-shelf.js';

/** Leaves a link with a password and one that receives, changes one, ends another. */
export async function useShares({ client, folder }: Pick<ShelfUser, 'client' | 'folder'>): Promise<void> {
  const { _id } = await folder('Shown');
  const share = async (title: string) =>
    (await client.call(routes.createShare, { body: { ids: [_id], title, password: 'sesame' } })).docs.id;
  const kept = await share('Kept');
  const ended = await share('Ended');
  await client.call(routes.changeShare, { body: { id: kept, note: 'A note', downloadLimit: 5 } });
  await client.call(routes.endShare, { body: { id: ended } });
  const body = { ids: [_id], receives: { maxFiles: 5, maxBytes: 1000, askName: true } };
  const { docs } = await client.call(routes.createShare, { body });
  await sendBy(client, docs.id, docs.address ?? '');
}

/** Sends one file, and begins another that stays under way. */
async function sendBy(client: ShelfUser['client'], share: string, address: string): Promise<void> {
  const params = { token: address.slice('/s/'.length) };
  const { headers } = await client.send(routes.openShare, { params, body: {} });
  const cookie = String(headers['set-cookie']).split(';', 1)[0] ?? '';
  const below = <R extends RouteContract>(route: R): R => ({
    ...route,
    path: `${VISIT_PREFIX}${route.path}`,
  });
  const bytes = Buffer.from('PK sent');
  const file = { name: 'sent.zip', size: bytes.length, type: 'application/zip', path: ['Trip'] };
  const started = await client.call(below(routes.startDrop), {
    params: { share },
    headers: { cookie },
    body: { sending: 'one', sender: 'Eve', files: [file, { ...file, name: 'later.zip' }] },
  });
  const [first] = started.docs;
  const sent = await client.call(below(routes.sendBytes), {
    params: { share },
    headers: { cookie, 'upload-grant': first?.grant ?? '' },
    bytes,
  });
  await client.call(below(routes.admitDrops), {
    params: { share },
    headers: { cookie },
    body: { files: [{ receipt: sent.receipt }] },
  });
}
