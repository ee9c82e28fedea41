import { routes, type ShareView } from '@skyshelf/contracts';
import { expect } from 'vitest';
import { isRefused, refused, showsNothing, type Attempt, type Stage } from './stage.js';

/** The victim shows a folder during the attempt, which changes nothing of that. */
async function withShare(
  stage: Stage,
  attempt: (stage: Stage, share: ShareView) => Promise<unknown>,
): Promise<void> {
  const { victim } = stage;
  const { docs } = await victim.client.call(routes.createShare, { body: { ids: [victim.folder._id] } });
  await attempt(stage, docs);
  const after = await victim.client.call(routes.listShares);
  expect(after.docs).toEqual([docs]);
  await victim.client.call(routes.endShare, { body: { id: docs.id } });
}

const planted = { name: 'planted.csv', size: 3, type: 'text/csv' };

/** Attempts at another's links. */
export const shareIntrusions: Record<string, Attempt> = {
  listShares: (stage) => withShare(stage, showsNothing(routes.listShares)),
  createShare: isRefused(routes.createShare, 404, ({ victim }) => ({ body: { ids: [victim.folder._id] } })),
  changeShare: (stage) =>
    withShare(stage, async ({ intruder, victim }, { id }) => {
      refused(await intruder.client.send(routes.changeShare, { body: { id, paused: true } }), 404);
      const own = await intruder.client.call(routes.createShare, { body: { ids: [intruder.folder._id] } });
      const added = { id: own.docs.id, ids: [intruder.folder._id, victim.folder._id] };
      refused(await intruder.client.send(routes.changeShare, { body: added }), 404);
      await intruder.client.call(routes.endShare, { body: { id: own.docs.id } });
    }),
  endShare: (stage) =>
    withShare(stage, async ({ intruder }, { id }) =>
      refused(await intruder.client.send(routes.endShare, { body: { id } }), 404),
    ),
  // Guesses, and an own session at another's link.
  openShare: isRefused(routes.openShare, 404, () => ({ params: { token: 'a'.repeat(22) }, body: {} })),
  readShare: (stage) =>
    withShare(stage, async ({ intruder }, { id }) =>
      refused(await intruder.client.send(routes.readShare, { params: { share: id } }), 404),
    ),
  startDrop: isRefused(routes.startDrop, 403, () => ({ body: { sending: 'x', files: [planted] } })),
  admitDrops: isRefused(routes.admitDrops, 403, ({ victim }) => ({
    body: { files: [{ receipt: victim.receipt }] },
  })),
  cancelDrops: isRefused(routes.cancelDrops, 403, ({ victim }) => ({
    body: { uploads: [victim.partsUploadId] },
  })),
  readDrops: isRefused(routes.readDrops, 403, ({ victim }) => ({
    body: { uploads: [victim.partsUploadId] },
  })),
  // What another has not opened.
  saveShare: (stage) =>
    withShare(stage, async ({ intruder }, { id }) =>
      refused(await intruder.client.send(routes.saveShare, { body: { share: id } }), 404),
    ),
  shareFeed: isRefused(routes.shareFeed, 404, () => ({ params: { token: 'a'.repeat(22) } })),
};
