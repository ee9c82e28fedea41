import type { AnyBulkWriteOperation } from 'mongodb';
import { PARENT } from '../commands/walk.js';
import type { Row } from '../port.js';
import type { VersionedChange } from '../rows/change-rows.js';
import type { RowDocument } from './documents.js';

export const rowKey = (driveKey: string, id: string): string => `${driveKey}:${id}`;

/** `parentKey` follows `parentId`, so that the database can walk upwards by its primary index. */
const parentKey = (driveKey: string, fields: object): { parentKey?: string } => {
  const parent = (fields as Record<string, unknown>)[PARENT];
  return typeof parent === 'string' ? { parentKey: rowKey(driveKey, parent) } : {};
};

export function toDocument<R extends Row>(driveKey: string, row: R, rev: number): RowDocument {
  const { id, ...fields } = row;
  return { ...fields, _id: rowKey(driveKey, id), driveKey, ...parentKey(driveKey, fields), rev };
}

/** The store alone writes these documents, so what comes back is what a projection put in. */
export function toRow<R extends Row>(document: RowDocument): R {
  const { _id, driveKey, parentKey: _, ...fields } = document;
  return { id: _id.slice(driveKey.length + 1), ...fields } as unknown as R;
}

export function toWrite<R extends Row>(
  driveKey: string,
  { change, rev }: VersionedChange<R>,
): AnyBulkWriteOperation<RowDocument> {
  switch (change.op) {
    case 'insert':
      return { insertOne: { document: toDocument(driveKey, change.row, rev) } };
    case 'update': {
      const { id: _, ...fields } = change.set as Partial<Row> & Record<string, unknown>;
      const $set = { ...fields, ...parentKey(driveKey, fields), rev };
      return { updateOne: { filter: { _id: rowKey(driveKey, change.id) }, update: { $set } } };
    }
    case 'remove':
      return { deleteOne: { filter: { _id: rowKey(driveKey, change.id) } } };
  }
}
