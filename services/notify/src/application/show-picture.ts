import { DomainError } from '@skyshelf/contracts';
import { defineJobKind, effect, type JobKindOf } from '@skyshelf/jobs';
import type { ClientSession } from 'mongodb';
import { z } from 'zod';
import type { NewsPicture } from './feeds.js';
import type { Notify } from './notify.js';

const PICTURE_KIND = 'news-picture';
/** A missing picture is not requested again for this long. */
const LEFT_ALONE_MS = 3_600_000;
/** A slow picture must not hold one of a page's few connections. */
const WAIT_MS = 3000;
const LOOK_MS = 100;
const TIMEOUT_MS = 60_000;

const payload = z.object({ picture: z.string() });

/**
 * Made on first request.
 * @throws DomainError `file.not-found`: none, or not yet
 */
export async function showPicture(notify: Notify, id: string): Promise<Uint8Array> {
  const { jobs, transact, pause } = notify;
  let known = await triedLately(notify, id);
  if (!known && (await sourceOf(notify, id))) {
    const job = pictureKind(() => notify).job({
      key: `${PICTURE_KIND}:${id}`,
      drive: null,
      payload: { picture: id },
    });
    await transact((session) => jobs.add(session, [job]));
    jobs.wake(PICTURE_KIND);
    const over = AbortSignal.timeout(WAIT_MS);
    while (!known && !over.aborted) {
      await pause(LOOK_MS);
      known = await triedLately(notify, id);
    }
  }
  if (!known?.webp) throw new DomainError('file.not-found');
  return known.webp;
}

async function triedLately({ pictures, clock }: Notify, id: string): Promise<NewsPicture | null> {
  const found = await pictures.find(id);
  const isOld = found?.webp === null && clock.now().getTime() - found.tried.getTime() > LEFT_ALONE_MS;
  return isOld ? null : found;
}

/** Is null unless the operator still has the picture's feed. */
async function sourceOf({ pictures, feeds }: Notify, id: string) {
  const source = await pictures.source(id);
  return feeds.sources?.some(({ url }) => url === source?.feed) ? source : null;
}

/** Failures are noted too. */
export const pictureKind = (notify: () => Notify): JobKindOf<z.infer<typeof payload>, ClientSession> =>
  defineJobKind<z.infer<typeof payload>, ClientSession>({
    kind: PICTURE_KIND,
    payload,
    parallel: 4,
    tries: 2,
    timeoutMs: TIMEOUT_MS,
    keptMs: 0,
    run: async ({ payload: { picture: id } }) => {
      const { pictures, clock } = notify();
      const source = await sourceOf(notify(), id);
      if (!source || (await triedLately(notify(), id))) return { state: 'dropped' };
      const { address, feed, expires } = source;
      const picture = { id, feed, expires, webp: await pictures.make(address), tried: clock.now() };
      return { state: 'done', effect: effect((session) => pictures.keep(session, picture)) };
    },
  });
