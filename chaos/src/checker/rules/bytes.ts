import type { Document } from 'mongodb';
import type { Findings } from '../finding.js';
import type { Inspection } from '../inspection.js';

interface BlobDocument extends Document {
  _id: string;
  drive: string;
  state: 'pending' | 'ready' | 'removing';
  source: string | null;
  size: number;
  sha256: string | null;
  expires: Date | null;
  condemned: Date | null;
}

/** References are those of the events; what is named is whole in the store; what no one names is gone. */
export async function checkBytes(inspection: Inspection): Promise<void> {
  const { commands, drives, database, objects, report } = inspection;
  const { hasOthers = false } = inspection.end;
  const rule = report.rule('bytes');
  const blobs = await database.all<BlobDocument>('storage', 'blobs');
  const byId = new Map(blobs.map((blob) => [blob._id, blob]));
  const named = new Map<string, string>();
  for (const { user, replayed, drive } of drives) {
    const due = new Set<string>();
    for (const { id, blobId, derived } of replayed.rows.values()) {
      const made = Object.values(derived).flatMap((each) => (each.blobId === undefined ? [] : [each.blobId]));
      // What was made from a file goes with its bytes; a link keeps what was made from its address.
      for (const kept of blobId === null ? made : [blobId]) due.add(`${kept}.${id}`);
      for (const each of blobId === null ? made : [blobId, ...made]) named.set(each, user);
    }
    // A reference that is gone stays as a tombstone for a while.
    const live = await database.all('storage', 'refs', { drive, gone: null });
    const refs = new Set(live.map(({ _id }) => String(_id)));
    for (const ref of due) rule.expect(refs.has(ref), () => `the reference ${ref} is missing`, user);
    for (const ref of refs) rule.expect(due.has(ref), () => `the reference ${ref} is left over`, user);
  }
  for (const [blobId, user] of named)
    rule.expect(byId.get(blobId)?.state === 'ready', () => `blob ${blobId} is named and not ready`, user);
  // Its sender gave up between the joining of its parts and the record: it goes when its time runs out.
  const joined = await database.all('storage', 'uploads', { state: { $ne: 'done' } });
  const unfinished = new Set(joined.map(({ blobId }) => String(blobId)));
  await checkObjects(inspection, { byId, unfinished, named }, objects.sizes(), rule);
  const givenUp = new Set(
    commands.flatMap(({ op, payload, end }) =>
      op === 'upload' && (end?.outcome ?? 'unknown') === 'unknown' ? [payload.sha256] : [],
    ),
  );
  const judged = new Set(drives.map(({ drive }) => drive));
  const orphans = blobs.filter(
    ({ _id, drive, sha256, expires, condemned }) =>
      (judged.has(drive) || !hasOthers) &&
      (named.has(_id) || expires !== null || condemned === null || !givenUp.has(sha256 ?? undefined)),
  );
  checkOrphans(orphans, byId, named, report.rule('no orphan blob'));
}

/** Checks that every ready blob that is wanted lies in the store in its whole length. True at any moment. */
export async function checkReadyIsWhole({ objects, database, report }: Inspection): Promise<void> {
  const rule = report.rule('what is ready is whole');
  const wanted = { state: 'ready', condemned: null };
  const blobs = await database.all<BlobDocument>('storage', 'blobs', wanted);
  const sizes = await objects.sizes();
  for (const { _id, size } of blobs) {
    const found = sizes.get(_id);
    // It may have gone since it was read.
    const isBroken = found !== size && (await database.count('storage', 'blobs', { ...wanted, _id })) > 0;
    rule.expect(!isBroken, () => `the object of ${_id} has ${found} bytes instead of ${size}`);
  }
}

async function checkObjects(
  { objects }: Inspection,
  known: {
    byId: ReadonlyMap<string, BlobDocument>;
    unfinished: ReadonlySet<string>;
    named: ReadonlyMap<string, string>;
  },
  listing: Promise<Map<string, number>>,
  rule: Findings,
): Promise<void> {
  const sizes = await listing;
  for (const key of sizes.keys())
    rule.expect(known.byId.has(key) || known.unfinished.has(key), () => `the object ${key} has no record`);
  for (const [blobId, user] of known.named) {
    const blob = known.byId.get(blobId);
    const size = sizes.get(blobId);
    rule.expect(
      size === blob?.size,
      () => `the object of ${blobId} has ${size} bytes instead of ${blob?.size}`,
      user,
    );
    if (size === undefined || !blob?.sha256) continue;
    const found = await objects.sha256(blobId);
    rule.expect(
      found === blob.sha256,
      () => `the object of ${blobId} has other bytes than were received`,
      user,
    );
  }
}

/**
 * Ready ones are named, or made from one that is named. Pending ones have time until they expire, and so have
 * those whose sender gave up.
 */
function checkOrphans(
  blobs: readonly BlobDocument[],
  byId: ReadonlyMap<string, BlobDocument>,
  named: ReadonlyMap<string, string>,
  rule: Findings,
): void {
  const now = Date.now();
  for (const { _id: id, state, source, expires, condemned } of blobs) {
    if (state === 'pending') {
      rule.expect(
        expires !== null && expires.getTime() > now - 60_000,
        () => `blob ${id} is pending since long`,
      );
      continue;
    }
    const wanted = named.has(id) || (source !== null && named.has(source));
    const since = condemned === null ? 'never condemned' : `condemned ${condemned.toISOString()}`;
    rule.expect(wanted, () => `blob ${id} is ${state} and no one names it (${since})`);
    if (named.has(id) && byId.get(id)?.source === null)
      rule.expect(condemned === null, () => `blob ${id} is named and condemned`);
  }
}
