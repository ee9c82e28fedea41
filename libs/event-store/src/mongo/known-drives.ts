import { performance } from 'node:perf_hooks';
import type { DriveId } from '@skyshelf/contracts';
import type { Row } from '../port.js';
import type { DriveDocument } from './documents.js';
import { KnownRows } from './known-rows.js';

/** A drive as this process left it. True as long as its fence stands where it stood. */
export interface KnownDrive<R extends Row> {
  document: DriveDocument;
  rows: KnownRows<R>;
}

/** Drives kept: those that are busy now. With 64 rows of about 1 KB each, 16 MB at most. */
const MAX_DRIVES = 256;
/** How long a drive that two processes write is not remembered: each would only find the other's traces. */
const CONTESTED_MS = 1_000;

/**
 * What this process knows of the drives it wrote last. A batch that starts from it spares reading the fence and the folders on the way to the root;
 * that no other process has written in between is proved by the fence when the batch writes. Measured: two of seven round trips, see docs/decisions/009.
 */
export class KnownDrives<R extends Row> {
  private readonly drives = new Map<DriveId, KnownDrive<R>>();
  private readonly contested = new Map<DriveId, number>();

  /** Hands over what is known and forgets it: an attempt that fails must not be built upon. */
  take(drive: DriveId): KnownDrive<R> | undefined {
    const known = this.drives.get(drive);
    this.drives.delete(drive);
    return known;
  }

  keep(known: KnownDrive<R>): void {
    const { _id: drive } = known.document;
    if (performance.now() < (this.contested.get(drive) ?? 0)) return;
    this.contested.delete(drive);
    this.drives.set(drive, known);
    if (this.drives.size > MAX_DRIVES) this.drives.delete(this.drives.keys().next().value ?? drive);
  }

  /** Another process writes this drive. */
  contest(drive: DriveId): void {
    this.contested.set(drive, performance.now() + CONTESTED_MS);
    if (this.contested.size > MAX_DRIVES) this.contested.delete(this.contested.keys().next().value ?? drive);
  }
}
