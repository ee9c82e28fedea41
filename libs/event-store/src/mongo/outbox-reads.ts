import type { DriveId, EventMessage, ServiceName } from '@skyshelf/contracts';
import type { Collection, Filter, FindOptions } from 'mongodb';
import { messageOf, type Outbox, type UnderWay, type YoungEvents, slotOf } from '../outbox-port.js';
import { STREAM_INDEX, UNPUBLISHED_INDEX } from './collections.js';
import type { EventDocument } from './documents.js';

const STREAM_ORDER = { drive: 1, seq: 1, _id: 1 } as const;
const QUEUE_ORDER = { slot: 1, drive: 1, seq: 1 } as const;

/** What may be rolled back must not leave the service. */
const MAJORITY: FindOptions = { readConcern: { level: 'majority' }, readPreference: 'primary' };

export function outboxReads(
  events: Collection<EventDocument>,
  service: ServiceName,
): Pick<Outbox, 'pending' | 'after' | 'all'> {
  const read = async (filter: object, limit: number, options: FindOptions): Promise<EventMessage[]> => {
    const found = await events.find(filter, { ...MAJORITY, limit, batchSize: limit, ...options }).toArray();
    return found.map(({ _id: id, ...event }) => messageOf(service, { id, ...event }));
  };
  const stream = { sort: STREAM_ORDER, hint: STREAM_INDEX };
  return {
    pending: async (slots, limit, underWay = NOTHING, young) => {
      const [first, ...more] = young
        ? wanted(slots, underWay, young)
        : [{ slot: { $in: [...slots] }, ...except(underWay.drives, [...underWay.ids.keys()]) }];
      if (!first) return [];
      const unpublished = [first, ...more].map((each) => ({ pub: false, ...each }));
      const filter = more.length > 0 ? { $or: unpublished } : { ...unpublished[0] };
      return read(filter, limit, { sort: QUEUE_ORDER, hint: UNPUBLISHED_INDEX });
    },

    after: (drive, version, limit) => read({ drive, seq: { $gt: version } }, limit, stream),

    async all(after, limit) {
      const last = after === null ? null : await events.findOne({ _id: after }, MAJORITY);
      if (!last) return read({}, limit, stream);
      const { drive, seq, _id } = last;
      // `min` begins at exactly this index key.
      return (await read({}, limit + 1, { ...stream, min: { drive, seq, _id } })).slice(1);
    },
  };
}

const NOTHING: UnderWay = { drives: [], ids: new Map(), upTo: new Map() };

/** Each alternative is an index range, so events under way are not fetched; the server merges in order. */
function wanted(
  slots: readonly number[],
  underWay: UnderWay,
  { drives, since }: YoungEvents,
): Filter<EventDocument>[] {
  const { ids, upTo } = underWay;
  const others = new Set(drives.filter((drive) => !upTo.has(drive)));
  const idsOfOthers = [...ids].filter(([, drive]) => others.has(drive)).map(([id]) => id);
  const late = (): Filter<EventDocument> => ({
    slot: { $in: [...slots] },
    at: { $lte: since },
    ...except(underWay.drives, [...ids.keys()]),
  });
  const ofOthers = {
    slot: { $in: [...new Set([...others].map(slotOf))] },
    drive: { $in: [...others] },
    ...except([], idsOfOthers),
  };
  const ofBusy = [...upTo].map(([drive, version]) => ({
    slot: slotOf(drive),
    drive,
    seq: { $gt: version },
  }));
  return [...(slots.length > 0 ? [late()] : []), ...(others.size > 0 ? [ofOthers] : []), ...ofBusy];
}

const except = (drives: readonly DriveId[], ids: readonly string[]): Filter<EventDocument> => ({
  ...(drives.length > 0 && { drive: { $nin: [...drives] } }),
  ...(ids.length > 0 && { _id: { $nin: [...ids] } }),
});
