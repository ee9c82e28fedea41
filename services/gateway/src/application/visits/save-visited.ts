import { DomainError, type SavedShare } from '@skyshelf/contracts';
import type { OpenLinks } from './open-links.js';
import type { SaveInto, Visit, VisitDeps } from './visit-deps.js';

/**
 * Counts as one download, unless it is refused.
 * @throws DomainError `share.not-found`, `share.traffic-used-up`, `share.downloads-used-up`, `access.denied`, and
 * what the user's drive refuses
 */
export async function saveVisited(
  { deps: { shares }, links }: { deps: Pick<VisitDeps, 'shares'>; links: Pick<OpenLinks, 'enter'> },
  visit: Visit,
  into: SaveInto,
): Promise<SavedShare> {
  const { share } = await links.enter(visit);
  if (share.receives) throw new DomainError('share.not-found');
  if (!share.download) throw new DomainError('access.denied');
  const { drive, id } = visit;
  if (!(await shares.count(drive, id, 'downloads', share.downloadLimit)))
    throw new DomainError('share.downloads-used-up');
  try {
    return await shares.save(visit, into);
  } catch (error) {
    await shares.takeBack(drive, id, 'downloads');
    throw error;
  }
}
