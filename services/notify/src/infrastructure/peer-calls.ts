import { gatewayCalls, DomainError, mediaCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { NoticeTargets } from '../application/notify.js';

export const noticeTargets = (peers: Peers): NoticeTargets => ({
  find: async (drive, confirmation, kind) => {
    const of = kind === 'received' ? ('received' as const) : undefined;
    const query = { confirmation: confirmation ?? undefined, of };
    return (await ask(peers, gatewayCalls.noticeTarget, { params: { drive }, query })).target;
  },
});

const LIMITS = { side: 480, mostBytes: 5 * 1024 * 1024 };

/** Null when it can't be had. */
export async function makePicture(peers: Pick<Peers, 'json'>, address: string): Promise<Uint8Array | null> {
  try {
    const { webp } = await ask(peers, mediaCalls.renderOutsidePicture, { body: { address, ...LIMITS } });
    return Buffer.from(webp, 'base64');
  } catch (error) {
    if (error instanceof DomainError && ['file.not-found', 'internal'].includes(error.code)) return null;
    throw error;
  }
}
