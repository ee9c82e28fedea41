import type { DriveId, ServiceName } from '@skyshelf/contracts';
import type { Collection, Document } from 'mongodb';

/** Reaches the collections of the services behind their backs. */
export interface ServiceCollections {
  collection(service: ServiceName, name: string): Collection<Document & { _id: string }>;
}

/**
 * All that the databases keep of a drive: the streams, the rows without their generation, the counters, what
 * lies outside the stream, who names which blob.
 */
export async function storedDataOfDrive(
  shelf: ServiceCollections,
  drive: DriveId,
): Promise<Record<string, unknown>> {
  const kept: Record<string, unknown> = {};
  const ids = { _id: { $gte: `${drive}:`, $lt: `${drive};` } };
  for (const service of ['catalog', 'billing'] as const) {
    const events = await shelf.collection(service, 'events').find({ drive }).sort({ seq: 1 }).toArray();
    kept[`${service} events`] = events.map(({ pub: _, ...rest }) => rest);
    kept[`${service} rows`] = await rowsOf(shelf, service, drive);
    const state = await shelf.collection(service, 'drives').findOne({ _id: drive });
    kept[`${service} counters`] = countersOf(state ?? {});
    for (const side of ['settings', 'reservations', 'processes'])
      kept[`${service} ${side}`] = await shelf.collection(service, side).find(ids).sort({ _id: 1 }).toArray();
  }
  const opens = shelf.collection('catalog', 'opens').find(ids, { projection: { counter: 1 } });
  kept.opens = await opens.sort({ _id: 1 }).toArray();
  const counts = await shelf.collection('catalog', 'shareCounts').find(ids).sort({ _id: 1 }).toArray();
  // An installation from before has none.
  if (counts.length > 0)
    kept['counts of links'] = counts.map(({ _id, opened = 0, downloads = 0 }) => ({
      _id,
      opened,
      downloads,
    }));
  const refs = shelf.collection('storage', 'refs').find({ drive, gone: null });
  kept.references = await refs.sort({ _id: 1 }).toArray();
  return kept;
}

/** Without what a rebuild may reset: its generation, the fence, and the bounds of its rows, which it forgets. */
function countersOf({ fence: _, gen: __, lastGen: ___, bounds: ____, ...counters }: Document): Document {
  // A counter that came later and is absent counts as 0.
  const { kept = 0, keptCount = 0, history = 0, ...rest } = counters;
  const later = Object.entries({ kept, keptCount, history }).filter(([, sum]) => sum > 0);
  return { ...rest, ...Object.fromEntries(later) };
}

/** Reads the present generation: rows of a former one stay for a moment. */
async function rowsOf(
  shelf: ServiceCollections,
  service: 'catalog' | 'billing',
  drive: DriveId,
): Promise<Document[]> {
  const state = await shelf.collection(service, 'drives').findOne({ _id: drive });
  const key = `${drive}:${String(state?.gen ?? 1)}`;
  const ids = { _id: { $gte: `${key}:`, $lt: `${key};` } };
  const rows = await shelf.collection(service, 'elements').find(ids).sort({ _id: 1 }).toArray();
  return rows.map(({ _id, driveKey: _, parentKey: __, ...row }) => ({
    ...row,
    id: _id.slice(key.length + 1),
  }));
}
