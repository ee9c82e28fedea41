import { DomainError, type DriveId } from '@skyshelf/contracts';
import type { Derived, MakeDerivative } from './make-derivative.js';
import type { Blobs } from './ports.js';

export interface Visits {
  recent(drive: DriveId, url: string): Promise<Derived | null>;
  note(drive: DriveId, url: string, made: Derived): Promise<void>;
  /** Null: another worker is at this host. Otherwise to call at the end. */
  enter(host: string): Promise<(() => Promise<void>) | null>;
}

interface VisitOnceDeps {
  visits: Visits;
  blobs: Pick<Blobs, 'find'>;
}

/**
 * Each address once a drive in 30 days, one address of a host at a time.
 * @throws DomainError `service.unavailable`: not now; no try is counted
 */
export const createVisitOnce =
  (make: MakeDerivative, { visits, blobs }: VisitOnceDeps): MakeDerivative =>
  async (kind, job, run) => {
    const { drive, source } = job;
    if (!kind.visits || !('url' in source)) return make(kind, job, run);
    const known = await visits.recent(drive, source.url);
    if (known && (await blobs.find(known.blobId))) return known;
    const leave = await visits.enter(new URL(source.url).host);
    if (!leave) throw new DomainError('service.unavailable', { message: 'The host is being visited.' });
    try {
      const made = await make(kind, job, run);
      if (made) await visits.note(drive, source.url, made);
      return made;
    } finally {
      await leave();
    }
  };
