import type { CounterDelta, ElementId } from '@skyshelf/contracts';
import { PartedRecords } from '@skyshelf/event-store';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { growth } from '../../domain/counter-delta.js';
import { lostRows, sameNames, wrongDepth, wrongWords, type Problem } from './row-problems.js';

type PlacedRow = Pick<CatalogRow, 'id' | 'parentId' | 'class' | 'nameKey' | 'name'>;

/** Keeps sums and the folder tree in memory, the rest on disk. */
export class DriveSurvey {
  readonly counted: CounterDelta = { used: 0, count: 0, byKind: {} };
  private readonly folders = new Map<ElementId, ElementId>();
  private readonly placed = new PartedRecords<PlacedRow>();
  private readonly words: Problem[] = [];

  async see(rows: readonly CatalogRow[]): Promise<void> {
    this.words.push(...wrongWords(rows));
    this.count(growth(rows));
    for (const row of rows) {
      if (row.class === 'folder') this.folders.set(row.id, row.parentId);
      const { id, parentId, nameKey, name } = row;
      await this.placed.add(`${parentId} ${nameKey}`, { id, parentId, nameKey, name, class: row.class });
    }
  }

  /** Call it when all rows were seen. */
  async problems(limbos: ReadonlySet<ElementId>): Promise<Problem[]> {
    const names: Problem[] = [];
    const lost: Problem[] = [];
    for (let part = 0; part < PartedRecords.parts; part += 1) {
      const rows = await Array.fromAsync(this.placed.part(part));
      names.push(...sameNames(rows));
      lost.push(...lostRows(rows, this.folders, limbos));
    }
    return [...names, ...lost, ...this.words];
  }

  depthProblems = (bound: number | undefined): Problem[] => wrongDepth(this.folders, bound);

  close = (): Promise<void> => this.placed.close();

  private count({ used, count, byKind }: CounterDelta): void {
    const { counted } = this;
    counted.used += used;
    counted.count += count;
    const kinds: Record<string, number> = counted.byKind;
    for (const [kind, bytes] of Object.entries(byKind)) kinds[kind] = (kinds[kind] ?? 0) + bytes;
  }
}
