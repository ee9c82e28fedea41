import { adoptBlobs, condemnBlobs, recountUnnamed } from './actions/blobs.js';
import { resumeDeletions } from './actions/deletions.js';
import { rebuild, recount } from './actions/drives.js';
import { putJobsBack, sweep } from './actions/leftovers.js';
import { keepReferences, releaseReferences } from './actions/references.js';
import type { Repair } from './repair.js';

/** By rule. All others are for the operator. */
const repairs: Readonly<Record<string, Repair>> = {
  'live-equals-replay': rebuild,
  'unique-names': rebuild,
  'reaches-root': rebuild,
  counters: rebuild,
  words: rebuild,
  reserved: recount,
  'reservation-ended': recount,
  'named-blob-is-ready': adoptBlobs,
  'derived-is-ready': adoptBlobs,
  'named-blob-is-kept': keepReferences,
  'reference-has-an-element': releaseReferences,
  'unnamed-bytes': recountUnnamed,
  'unnamed-is-condemned': condemnBlobs,
  'derived-has-a-source': condemnBlobs,
  'upload-ended': sweep,
  'upload-is-known': sweep,
  'job-is-queued': putJobsBack,
  'job-goes-on': putJobsBack,
  'deletion-goes-on': resumeDeletions,
};

export const repairFor = (rule: string): Repair | null => repairs[rule] ?? null;
