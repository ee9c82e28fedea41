import type { BlobId, DriveId, ElementId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import {
  counterChange,
  countedBytes,
  decideRemaining,
  decideNamed,
  decideTombstones,
  evolveBlob,
  referenceId,
  type Nameable,
  type ReferenceEvent,
} from './references.js';

const now = new Date('2026-05-01T12:00:00Z');
const earlier = new Date(now.getTime() - 1);
const later = new Date(now.getTime() + 1);
const alice = 'alice' as DriveId;
const blob = (id: string, more: Partial<Nameable> = {}): Nameable => ({
  _id: id as BlobId,
  drive: alice,
  size: 10,
  source: null,
  condemned: later,
  unnamed: 'fresh',
  ...more,
});
const reference = (blobId: string, elementId = 'one', drive = alice) => ({
  drive,
  blobId: blobId as BlobId,
  elementId: elementId as ElementId,
});
const ids = (blobs: readonly { _id: BlobId }[]) => blobs.map(({ _id }) => String(_id));

it('counts a blob once from its announcement or its last name on, until it is named', () => {
  const steps: [ReferenceEvent, number, Partial<Nameable>][] = [
    [{ type: 'announced' }, 10, { condemned: later, unnamed: 'counted' }],
    [{ type: 'left', at: now }, 0, { condemned: now, unnamed: 'counted' }],
    [{ type: 'named' }, -10, { condemned: null, unnamed: null }],
    [{ type: 'left', at: later }, 10, { condemned: later, unnamed: 'counted' }],
  ];
  let state = blob('a');
  for (const [event, change, expected] of steps) {
    expect(counterChange(state, event)).toBe(change);
    state = evolveBlob(state, event);
    expect(state).toMatchObject(expected);
  }
  expect(countedBytes(state)).toBe(10);
});

it('names condemned blobs by references of their own drive that are no tombstones', () => {
  const blobs = [blob('a'), blob('b', { unnamed: 'counted' }), blob('gone'), blob('foreign')];
  const references = [
    reference('a'),
    reference('b'),
    reference('gone'),
    reference('foreign', 'one', 'bob' as DriveId),
  ];
  const kept = new Set(references.filter(({ blobId }) => blobId !== 'gone').map(referenceId));
  const { fresh, counted } = decideNamed(blobs, references, kept);
  expect([ids(fresh), ids(counted)]).toEqual([['a'], ['b']]);
});

it('condemns what no element names, once, and never what goes with its source', () => {
  const blobs = [
    blob('named before', { condemned: null }),
    blob('upload'),
    blob('condemned', { condemned: earlier }),
    blob('derived', { condemned: null, source: 'a' as BlobId }),
  ];
  expect(ids(decideRemaining(blobs, now))).toEqual(['named before', 'upload']);
});

it('leaves a tombstone for a removed reference that was never added, for own blobs only', () => {
  const removed = ['known', 'own', 'foreign'].map((id) => reference(id));
  const made = decideTombstones(removed, ['known.one'], ['known', 'own'] as BlobId[]);
  expect(made.map(referenceId)).toEqual(['own.one']);
});
