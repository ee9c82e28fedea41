import type { DriveId, EventMessage } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { CommittedEvents } from './committed-events.js';

const drive = 'ann' as DriveId;
const events = (...versions: number[]) => versions.map((version) => ({ version }) as EventMessage);
const versions = (taken: readonly EventMessage[]) => taken.map(({ version }) => version);

it('gives what follows what was handed over, once', () => {
  const committed = new CommittedEvents();
  committed.handedOver(drive, events(1, 2));
  committed.add(drive, events(3));
  committed.add(drive, events(4, 5));
  expect(versions(committed.take(drive))).toEqual([3, 4, 5]);
  expect(committed.take(drive)).toEqual([]);
});

it('gives nothing behind a gap, at the start, and after a failure', () => {
  const committed = new CommittedEvents();
  committed.add(drive, events(1));
  expect(committed.take(drive)).toEqual([]);
  committed.handedOver(drive, events(1));
  committed.add(drive, events(2));
  committed.add(drive, events(4));
  committed.add(drive, events(5));
  expect(committed.take(drive)).toEqual([]);
  committed.handedOver(drive, events(5));
  committed.add(drive, events(6));
  committed.forget(drive);
  committed.add(drive, events(7));
  expect(committed.take(drive)).toEqual([]);
});
