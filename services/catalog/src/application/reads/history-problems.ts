import type { CounterDelta, ElementId } from '@skyshelf/contracts';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { growth, shrinkage } from '../../domain/decision.js';
import { addedDeltas } from '../../domain/trash.js';
import { historyDelta, isFile, isVersion, versionKey } from '../../domain/versions.js';
import type { Problem } from './row-problems.js';

/** Each earlier version belongs to a file, which knows how many it has. */
export class HistoryCheck {
  private readonly expected = new Map<ElementId, number>();
  private readonly found = new Map<ElementId, number>();
  private readonly wrong: Problem[] = [];
  private readonly sizes: { kind: string; size: number }[] = [];

  see(row: CatalogRow): void {
    if (isFile(row) && row.versions) this.expected.set(row.id, row.versions);
    if (!isVersion(row)) return;
    const { versionOf, blobId, nameKey, size, kind, label = null } = row;
    this.found.set(versionOf, (this.found.get(versionOf) ?? 0) + 1);
    this.sizes.push({ kind, size });
    if (size === 0 || nameKey !== versionKey(versionOf, { since: row.born, blobId, label }))
      this.wrong.push(
        problem(`The version ${blobId} of ${versionOf} is empty, or found under a wrong date.`),
      );
  }

  /** Brings the sum of all rows to what the drive counts. */
  get kept(): CounterDelta {
    if (this.sizes.length === 0) return growth([]);
    return addedDeltas([shrinkage(this.sizes), historyDelta(this.sizes, 1)]);
  }

  problems(): Problem[] {
    const ids = new Set([...this.expected.keys(), ...this.found.keys()]);
    const counts = [...ids].flatMap((id) => {
      const kept = this.expected.get(id) ?? 0;
      const found = this.found.get(id) ?? 0;
      return kept === found ? [] : [problem(`${id} is said to have ${kept} versions, counted are ${found}.`)];
    });
    return [...this.wrong, ...counts];
  }
}

const problem = (message: string): Problem => ({ rule: 'versions', message });
