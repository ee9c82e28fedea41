import { onOff, setting, wholeNumber } from '@skyshelf/config';
import { z } from 'zod';

export const storageConfig = z.object({
  pendingMinutes: setting('STORAGE_PENDING_MINUTES', wholeNumber(5).default(60), {
    doc: 'How long the bytes of an upload in one request may take, in minutes. Unfinished uploads are removed then.',
  }),
  keepUnusedDays: setting('STORAGE_KEEP_UNUSED_DAYS', wholeNumber(0).default(7), {
    doc: 'How long the bytes of deleted files are kept, in days. Must be longer than the interval of backups.',
  }),
  announceSeconds: setting('STORAGE_ANNOUNCE_SECONDS', wholeNumber(1, 3600).default(10), {
    doc: 'How long the browser has to turn a complete upload into an element itself, in seconds. Then storage announces it to catalog.',
  }),
  unnamedExtraMb: setting('STORAGE_UNNAMED_EXTRA_MB', wholeNumber(0).default(1024), {
    doc: 'Bytes that no element names (of unfinished, refused and unclaimed uploads, of deleted files until they are removed) that a drive may have beyond its quota, in MiB. Uploads beyond it are refused.',
  }),
  minFreeMb: setting('STORAGE_MIN_FREE_MB', wholeNumber(0).default(1024), {
    doc: 'With less free space than this on the disk of the bytes, or of a database next to them, nothing can be uploaded; in MiB. Ignored with an S3 store.',
  }),
  directDownloads: setting('STORAGE_DIRECT_DOWNLOADS', onOff().default(true), {
    doc: 'Whether downloads of more than 8 MiB come directly from the S3 store, by a presigned address at S3_PUBLIC_ENDPOINT that is valid for an hour. Otherwise they pass through the product, like shown and played files.',
  }),
  takeoutPartMb: setting('STORAGE_TAKEOUT_PART_MB', wholeNumber(1, 1_000_000).default(1900), {
    doc: 'The largest ZIP archive of a takeout, in MiB; a larger file gets an archive of its own. At most 1900 for old systems.',
  }),
  takeoutKeepDays: setting('STORAGE_TAKEOUT_KEEP_DAYS', wholeNumber(1, 365).default(7), {
    doc: 'How long a takeout can be downloaded, in days. Files deleted in the meantime keep their bytes as long.',
  }),
  sweepSeconds: setting('STORAGE_SWEEP_SECONDS', wholeNumber(1).default(300), {
    doc: 'The interval between two searches for expired uploads and unused bytes, in seconds.',
  }),
});
export type StorageConfig = z.infer<typeof storageConfig>;

export const storageDefaults = storageConfig.parse({});
