import type { ElementView } from '@skyshelf/contracts/browser';
import { cachedListings } from '../../shared/listings/listing-cache.js';
import { isConversion, selectJobs, type KnownJob } from '../../shared/jobs/jobs-slice.js';
import type { RootState } from '../../shared/store/reducer.js';

export interface Conversion extends KnownJob {
  /** Null: no held listing has it. */
  name: string | null;
}

export const conversionsIn = (state: RootState): Conversion[] => {
  const awaited = selectJobs(state).filter(isConversion);
  if (awaited.length === 0) return [];
  const docs = cachedListings(state).flatMap(({ listing }) => listing.docs);
  const nameOf = (id: string): string | null => docs.find(isCalled(id))?.linkname ?? null;
  return awaited.map((job) => ({ ...job, name: nameOf(job._id) }));
};

const isCalled = (id: string) => (element: ElementView) => element._id === id;

export const sameConversions = (a: readonly Conversion[], b: readonly Conversion[]): boolean =>
  a.length === b.length &&
  a.every((one, at) => one._id === b[at]?._id && one.percent === b[at].percent && one.name === b[at].name);
