import { eventMessage, type EventMessage, type ServiceName } from '@skyshelf/contracts';
import type { Collection, Filter, FindOptions } from 'mongodb';
import type { Outbox, YoungEvents } from '../outbox-port.js';
import { slotOf } from '../slot.js';
import { STREAM_INDEX, UNPUBLISHED_INDEX } from './collections.js';
import type { EventDocument } from './documents.js';

const STREAM_ORDER = { drive: 1, seq: 1, _id: 1 } as const;
const QUEUE_ORDER = { slot: 1, drive: 1, seq: 1 } as const;

/** What may still be rolled back must not leave the service. */
const MAJORITY: FindOptions = { readConcern: { level: 'majority' }, readPreference: 'primary' };

export function outboxReads(
  events: Collection<EventDocument>,
  service: ServiceName,
): Pick<Outbox, 'pending' | 'after' | 'all'> {
  const toMessage = messageOf(service);
  const read = async (filter: object, limit: number, options: FindOptions): Promise<EventMessage[]> => {
    const found = await events.find(filter, { ...MAJORITY, limit, batchSize: limit, ...options }).toArray();
    return found.map(toMessage);
  };
  const stream = { sort: STREAM_ORDER, hint: STREAM_INDEX };
  return {
    pending: (slots, limit, { drives, ids } = { drives: [], ids: [] }, young) => {
      const filter = {
        pub: false,
        ...chosen(slots, young),
        ...(drives.length > 0 && { drive: { $nin: [...drives] } }),
        ...(ids.length > 0 && { _id: { $nin: [...ids] } }),
      };
      return read(filter, limit, { sort: QUEUE_ORDER, hint: UNPUBLISHED_INDEX });
    },

    after: (drive, version, limit) => read({ drive, seq: { $gt: version } }, limit, stream),

    async all(after, limit) {
      const last = after === null ? null : await events.findOne({ _id: after }, MAJORITY);
      if (!last) return read({}, limit, stream);
      const { drive, seq, _id } = last;
      // `min` begins at exactly this key of the index, whatever lies before.
      return (await read({}, limit + 1, { ...stream, min: { drive, seq, _id } })).slice(1);
    },
  };
}

/** The slots as a whole bound the part of the index that is read. */
function chosen(slots: readonly number[], young?: YoungEvents): Filter<EventDocument> {
  if (!young) return { slot: { $in: [...slots] } };
  const { drives, since } = young;
  return {
    slot: { $in: [...new Set([...slots, ...drives.map(slotOf)])] },
    $or: [{ slot: { $in: [...slots] }, at: { $lte: since } }, { drive: { $in: [...drives] } }],
  };
}

/** @throws ZodError when what is stored is no event */
const messageOf =
  (source: ServiceName) =>
  ({ _id, at, type, schema, drive, version, actor, trace, data }: EventDocument): EventMessage =>
    eventMessage.parse({
      id: _id,
      source,
      type,
      schema,
      drive,
      version,
      at: at.toISOString(),
      actor,
      trace,
      data,
    });
