import type { EventRecord } from '../drive-storage.js';
import { slotOf } from '../slot.js';
import type { EventDocument } from './documents.js';

export function toEventDocument({ id, ...record }: EventRecord): EventDocument {
  return { _id: id, ...record, seq: record.version, slot: slotOf(record.drive), pub: false };
}

/** @throws Error for an event without order: it belongs to no stream */
export function toRecord({ _id, version, opId, hash, answer, ...document }: EventDocument): EventRecord {
  if (version === null || opId === undefined || hash === undefined)
    throw new Error(`Event ${_id} is no event of a drive's stream.`);
  const { drive, type, schema, data, at, actor, trace } = document;
  return { id: _id, drive, version, type, schema, data, opId, hash, answer, at, actor, trace };
}
