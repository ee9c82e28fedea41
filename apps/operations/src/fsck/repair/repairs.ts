import { adoptBlobs, condemnBlobs, recountUnnamed } from './actions/blobs.js';
import { resumeDeletions, requeueJobs, sweep } from './actions/unfinished-work.js';
import { rebuild, recount } from './actions/drives.js';
import { keepReferences, releaseReferences } from './actions/references.js';
import type { Repair } from './repair.js';

/** The keys are rules; the operator handles others. */
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
  'job-is-queued': requeueJobs,
  'job-goes-on': requeueJobs,
  'deletion-goes-on': resumeDeletions,
};

export const repairFor = (rule: string): Repair | null => repairs[rule] ?? null;

const backup =
  'Bring the object back from a backup of the store, under its id as the key, and run this again; else tell the owner.';
const bug = 'The events themselves lead to this. Keep a copy of the databases and report it as a bug.';

const advice: Readonly<Record<string, string>> = {
  'events-published':
    'Its relay does not come through: look into the log of the service, and whether the event bus and the database are there (stats).',
  'nothing-parked': 'Look at it (parked show), fix the cause, then try it again (parked retry).',
  'cursor-within-stream':
    'The database of the stream was restored, and this service has passed what that lost. Stop the services, run restored --service NAME for the restored one, start them, then run resync for this service and this again.',
  'stream-without-gaps': 'Lost events cannot be made again: bring the database back from a backup.',
  'within-quota': 'What has happened is not changed. Report it as a bug.',
  'live-equals-replay': 'Bring the database back from a backup if events are lost. Else report it as a bug.',
  'unique-names': bug,
  'reaches-root': bug,
  counters: bug,
  words: bug,
  reserved: 'The uploads that are under way need more room than there is; they run out by themselves.',
  'named-blob-is-ready': `The bytes are not in the object store. ${backup}`,
  'named-blob-is-whole': `The bytes in the object store are others. ${backup}`,
  'named-blob-is-kept': 'Run this again.',
  'derived-is-ready': 'The file itself is not concerned; what was made from it is lost.',
  'blob-has-its-bytes': backup,
  'reference-names-a-blob': 'It is the reference of an element whose bytes are not there, see there.',
  'derived-has-a-source': 'An element still names what it was made from: it stays.',
  'object-is-known':
    "Nothing removes it: it may be a user's only copy whose record is lost. Delete it in the store yourself when you are sure.",
  'job-is-queued': 'Run this again.',
  'job-goes-on': 'Run this again.',
  'jobs-are-worked-on': 'Start a process of media that takes the role of this kind (MEDIA_ROLES).',
  'deletion-goes-on': 'A service does not forget the drive: its job says why (jobs gateway).',
  'import-ended': 'Run the import again with its archive: it takes back what is there and starts over.',
  'reservation-ended': 'The sweep of catalog does not come through: look into its log.',
  'upload-ended': 'The sweep of storage does not come through: look into its log.',
  'upload-is-known': 'The sweep ends it when it is old enough (STORAGE_PENDING_MINUTES).',
};

export const adviceFor = (rule: string): string => advice[rule] ?? 'Report it as a bug.';
