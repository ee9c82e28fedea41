import { createHash } from 'node:crypto';
import type { DriveId } from '@skyshelf/contracts';
import type { Clock } from '@skyshelf/tokens';
import { MongoServerError, type Collection, type Db } from 'mongodb';
import type { Derived } from '../application/make-derivative.js';
import type { Visits } from '../application/visit-once.js';

/**
 * `pageVisits` are kept for 30 days, `visitedHosts` until the worker leaves or falls silent. `visitedHosts`: until the
 * worker leaves or falls silent.
 */
export interface PageVisit {
  /** `<drive>:<hash of the address>` */
  _id: string;
  drive: DriveId;
  made: Derived;
  expires: Date;
}
export interface VisitedHost {
  _id: string;
  expires: Date;
}

const DAY_MS = 24 * 3600_000;
const KEPT_MS = 30 * DAY_MS;
const SILENT_MS = 90_000;
const DUPLICATE = 11_000;

export const pageVisitsOf = (db: Db): Collection<PageVisit> => db.collection('pageVisits');
const visitedHostsOf = (db: Db): Collection<VisitedHost> => db.collection('visitedHosts');

export function createVisits(db: Db, clock: Clock): Visits {
  const pages = pageVisitsOf(db);
  const hosts = visitedHostsOf(db);
  const inMs = (ms: number) => new Date(clock.now().getTime() + ms);
  return {
    recent: async (drive, url) => {
      const visit = await pages.findOne({ _id: idOf(drive, url) });
      return visit && visit.expires > clock.now() ? visit.made : null;
    },
    note: async (drive, url, made) => {
      const visit = { drive, made, expires: inMs(KEPT_MS) };
      await pages.replaceOne({ _id: idOf(drive, url) }, visit, { upsert: true });
    },
    enter: async (host) => {
      const expires = inMs(SILENT_MS);
      try {
        await hosts.updateOne(
          { _id: host, expires: { $lte: clock.now() } },
          { $set: { expires } },
          { upsert: true },
        );
      } catch (error) {
        if (error instanceof MongoServerError && error.code === DUPLICATE) return null;
        throw error;
      }
      return async () => void (await hosts.deleteOne({ _id: host, expires }));
    },
  };
}

const idOf = (drive: DriveId, url: string): string =>
  `${drive}:${createHash('sha256').update(url).digest('base64url')}`;
