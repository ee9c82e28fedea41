import { performance } from 'node:perf_hooks';
import type { DriveId } from '@skyshelf/contracts';
import type { Row } from '../port.js';
import type { DriveDocument } from './documents.js';
import { KnownRows } from './known-rows.js';

/** Valid as long as its fence is unchanged. */
export interface KnownDrive<R extends Row> {
  document: DriveDocument;
  rows: KnownRows<R>;
}

/** With 64 rows of about 1 KB each, 16 MB at most. */
const MAX_DRIVES = 256;
/** A drive written by two processes isn't cached for this long: each would only find it stale. */
const CONTESTED_MS = 1_000;

/**
 * Caches the drives this process wrote last: sparing fence and folder reads saves two of seven round trips
 * (docs/decisions/009). The fence proves at the write that no one else has written.
 */
export class KnownDrives<R extends Row> {
  private readonly drives = new Map<DriveId, KnownDrive<R>>();
  private readonly contested = new Map<DriveId, number>();

  /** Also forgets it: a failed attempt must not be built upon. */
  take(drive: DriveId): KnownDrive<R> | undefined {
    const known = this.drives.get(drive);
    this.drives.delete(drive);
    return known;
  }

  rowsAt({ _id, fence }: DriveDocument): KnownRows<R> | undefined {
    const known = this.drives.get(_id);
    return known?.document.fence === fence ? known.rows : undefined;
  }

  keep(known: KnownDrive<R>): void {
    const { _id: drive } = known.document;
    if (performance.now() < (this.contested.get(drive) ?? 0)) return;
    this.contested.delete(drive);
    this.drives.set(drive, known);
    if (this.drives.size > MAX_DRIVES) this.drives.delete(this.drives.keys().next().value ?? drive);
  }

  contest(drive: DriveId): void {
    this.contested.set(drive, performance.now() + CONTESTED_MS);
    if (this.contested.size > MAX_DRIVES) this.contested.delete(this.contested.keys().next().value ?? drive);
  }
}
