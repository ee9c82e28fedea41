import type { OpId } from '@skyshelf/contracts';
import type { Job } from '@skyshelf/jobs';
import { fakeClock, sequentialIds } from '@skyshelf/testing';
import type { CommandOrigin, DriveStore } from '../src/port.js';
import { newDrive, newOp, origin, type ShelfCommand } from '../src/example/shelf-commands.js';
import {
  shelfEvent,
  shelfSides,
  type ShelfEvent,
  type ShelfRow,
  type ShelfSide,
} from '../src/example/shelf-events.js';
import { shelfProjection, type ShelfTotals } from '../src/example/shelf-projection.js';

export { newDrive, newOp, origin };

export type ShelfStore = DriveStore<ShelfEvent, ShelfRow, ShelfSide, ShelfTotals>;

/** The options of every store of the example domain. */
export const shelfOptions = (quota = 100, clock = fakeClock()) => ({
  service: 'shelf',
  projection: shelfProjection(quota),
  eventSchema: shelfEvent,
  sides: shelfSides,
  clock,
  ids: { next: sequentialIds() },
});

export interface StoreSetup {
  /** Unit: bytes; default 1,000. */
  quota?: number;
  queueLimit?: number;
}

/** Opens an empty store; `close` also removes what it kept. */
export type OpenStore = (setup?: StoreSetup) => Promise<{
  store: ShelfStore;
  jobs: { find(key: string): Promise<Job | null> };
  now(): Date;
  close(): Promise<void>;
}>;

/** One drive of a store, with the words short that every test needs. */
export function shelfOf(store: ShelfStore, drive = newDrive()) {
  const run = <S, A>(
    command: ShelfCommand<S, A>,
    opId: OpId = newOp(),
    from: CommandOrigin = origin,
  ): Promise<A> => store.withDrive(drive, opId, command, from);
  /** All at once: they share transactions. Codes of refusals stand in for answers. */
  const together = (commands: readonly ShelfCommand<unknown, unknown>[]): Promise<unknown[]> =>
    Promise.all(commands.map((command) => run(command).catch(codeOf)));
  const names = async (parentId: string): Promise<string[]> =>
    (await (await store.reader(drive)).find({ parentId })).map((row) => row.name).toSorted();
  return { drive, run, together, names, state: () => store.state(drive) };
}

export type Shelf = ReturnType<typeof shelfOf>;

export const codeOf = (error: unknown): string => {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  throw error;
};
