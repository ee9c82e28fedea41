import type { ElementView } from '@skyshelf/contracts';
import type { RunningShelf, ShelfUser } from './running-shelf.js';

const HOUR = 3_600_000;

export interface SettledUser {
  user: ShelfUser;
  folder: ElementView;
  file: ElementView;
  blob: string;
  thumbnail: string;
  deleted: string;
}

export const rowOf = ({ user }: SettledUser, element: ElementView) => ({
  _id: `${user.drive}:1:${element._id}`,
});

/** As storage leaves it, the counter of what no element names too. */
export async function condemn(
  of: RunningShelf['collection'],
  blob: string,
  condemned: Date | null,
): Promise<void> {
  const unnamed = condemned === null ? null : 'counted';
  const before = await of('storage', 'blobs').findOneAndUpdate(
    { _id: blob },
    { $set: { condemned, unnamed } },
  );
  const times = Number(unnamed === 'counted') - Number(before?.unnamed === 'counted');
  const bytes = Number(before?.size) * times;
  await of('storage', 'unnamed').updateOne({ _id: String(before?.drive) }, { $inc: { bytes } });
}

export interface Damage {
  rules: string[];
  /** May answer how to take back what repairing leaves. */
  damage(of: RunningShelf['collection'], one: SettledUser): Promise<unknown>;
}

/** The repairable damages, and how to cause them. */
export const damages: Record<string, Damage> = {
  'a row that is not what its events say': {
    rules: ['live-equals-replay'],
    damage: (of, one) =>
      of('catalog', 'elements').updateOne(rowOf(one, one.folder), { $set: { kind: 'holiday' } }),
  },
  'a row that is lost': {
    rules: ['counters', 'live-equals-replay'],
    damage: (of, one) => of('catalog', 'elements').deleteOne(rowOf(one, one.file)),
  },
  'an element that is in no folder': {
    rules: ['live-equals-replay', 'reaches-root'],
    damage: (of, one) =>
      of('catalog', 'elements').updateOne(rowOf(one, one.file), { $set: { parentId: 'nowhere' } }),
  },
  'words by which nothing is found': {
    rules: ['live-equals-replay', 'words'],
    damage: (of, one) =>
      of('catalog', 'elements').updateOne(rowOf(one, one.file), { $set: { words: ['x'] } }),
  },
  'counters and room that is reserved for no one': {
    rules: ['counters', 'live-equals-replay', 'reserved'],
    damage: (of, { user }) =>
      of('catalog', 'drives').updateOne({ _id: user.drive }, { $inc: { used: 7, count: -1, reserved: 3 } }),
  },
  'a subscription that is not what its events say': {
    rules: ['live-equals-replay'],
    damage: (of, { user }) =>
      of('billing', 'elements').updateOne({ driveKey: `${user.drive}:1` }, { $set: { quota: 1 } }),
  },
  'a reference that was never noted': {
    rules: ['named-blob-is-kept'],
    damage: (of, { blob }) => of('storage', 'refs').deleteOne({ blobId: blob }),
  },
  'a reference that was taken for over, with its blob condemned': {
    rules: ['named-blob-is-kept'],
    damage: async (of, { blob }) => {
      await of('storage', 'refs').updateOne({ blobId: blob }, { $set: { gone: new Date() } });
      await condemn(of, blob, new Date());
    },
  },
  'the record of bytes that are there': {
    rules: ['named-blob-is-ready'],
    damage: (of, { blob }) => of('storage', 'blobs').deleteOne({ _id: blob }),
  },
  'the record of a thumbnail': {
    rules: ['derived-is-ready'],
    damage: (of, { thumbnail }) => of('storage', 'blobs').deleteOne({ _id: thumbnail }),
  },
  'a named blob that is on its way out': {
    rules: ['named-blob-is-ready'],
    damage: (of, { blob }) =>
      of('storage', 'blobs').updateOne({ _id: blob }, { $set: { state: 'removing' } }),
  },
  'a reference of an element that was deleted': {
    rules: ['reference-has-an-element'],
    damage: async (of, { deleted }) => {
      await of('storage', 'refs').updateOne({ blobId: deleted }, { $set: { gone: null } });
      await condemn(of, deleted, null);
    },
  },
  'a reference of an element that never was': {
    rules: ['reference-has-an-element'],
    damage: (of, { user, blob }) =>
      of('storage', 'refs').insertOne({
        _id: `${blob}.never`,
        blobId: blob,
        elementId: 'never',
        drive: user.drive,
        gone: null,
      }),
  },
  'a blob that no one names and no one has condemned': {
    rules: ['unnamed-is-condemned'],
    damage: (of, { deleted }) => condemn(of, deleted, null),
  },
  'a counter of bytes that no element names': {
    rules: ['unnamed-bytes'],
    damage: (of, { user }) => of('storage', 'unnamed').updateOne({ _id: user.drive }, { $inc: { bytes: 7 } }),
  },
  'a reservation that has run out': {
    rules: ['reservation-ended'],
    damage: async (of, { user }) => {
      const kept = { folderId: 'root', nameKey: 'film', name: 'Film', bytes: 5 };
      const expires = new Date(Date.now() - HOUR);
      await of('catalog', 'reservations').insertOne({ _id: `${user.drive}:left`, ...kept, expires });
      await of('catalog', 'drives').updateOne({ _id: user.drive }, { $inc: { reserved: 5, fence: 1 } });
    },
  },
  'what a cut-off upload has left': {
    rules: ['upload-ended'],
    damage: (of, { user, blob }) =>
      of('storage', 'blobs').insertOne({
        _id: `${user.drive}-${blob}`,
        drive: user.drive,
        once: `left-${blob}`,
        state: 'pending',
        size: 0,
        finished: null,
        expires: new Date(Date.now() - HOUR),
        source: null,
        condemned: null,
      }),
  },
  'a job that fell out of the queue': {
    rules: ['job-is-queued'],
    damage: (of, { user }) =>
      of('media', 'jobs').updateOne({ drive: user.drive }, { $set: { state: 'waiting', open: false } }),
  },
  'a job that was left by its worker long ago': {
    rules: ['job-goes-on'],
    damage: async (of, { user }) => {
      const left = { state: 'running', open: true, due: new Date(Date.now() - HOUR), kind: 'of old' };
      await of('media', 'jobs').updateOne({ drive: user.drive }, { $set: left });
      return () => of('media', 'jobs').deleteOne({ drive: user.drive });
    },
  },
};
