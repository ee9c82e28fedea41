import { callApi } from '../../shared/api/call-api.js';
import { isConversion, selectJobsById, type KnownJob } from '../../shared/jobs/jobs-slice.js';
import { cachedListings } from '../../shared/listings/listing-cache.js';
import { store } from '../../shared/store/store.js';
import type { Ended } from './ended.js';

export const onEndedConversions = (ended: (one: KnownJob) => void): (() => void) => {
  let before = selectJobsById(store.getState());
  return store.subscribe(() => {
    const now = selectJobsById(store.getState());
    if (now === before) return;
    const gone = Object.values(before).filter((job) => isConversion(job) && !(job._id in now));
    before = now;
    for (const job of gone) ended(job);
  });
};

/** The file may have changed for another reason, so the server is asked. */
export const outcomesOf = async (gone: readonly KnownJob[]): Promise<Ended[]> => {
  if (gone.length === 0) return [];
  const { docs: jobs } = await callApi('listJobs', {});
  const known = cachedListings(store.getState()).flatMap(({ listing }) => listing.docs);
  return gone.flatMap(({ _id, kind }): Ended[] => {
    const job = jobs.find((each) => each._id === _id && each.kind === kind);
    const element = known.find((each) => each._id === _id);
    if (!element || (job && job.state !== 'failed')) return [];
    const { linkname: name, path: folder } = element;
    return [{ what: 'conversion', name, failed: job !== undefined, folder, elementId: _id }];
  });
};
