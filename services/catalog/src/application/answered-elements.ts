import type { ElementId, ElementView } from '@skyshelf/contracts';
import { changesOf } from '../domain/changes.js';
import type { CatalogRow } from '../domain/catalog-row.js';
import type { Decision, DecisionContext } from '../domain/decision.js';
import { pathOf } from '../domain/target-folder.js';
import type { Account, Catalog } from './catalog.js';
import { elementView } from './element-view.js';
import { readAbove, walkUp } from './slices/read-folder.js';

/**
 * The answer's elements as the command's own transaction leaves them; a repeat shows what is there by then.
 */
export class AnsweredElements {
  private decided: ReadonlyMap<ElementId, ElementView> = new Map();

  constructor(
    private readonly catalog: Pick<Catalog, 'store'>,
    private readonly account: Account,
  ) {}

  /** Call it for every decision; the last one counts. `before`: the rows that it may change. */
  keep<D extends Decision<unknown>>(
    decision: D,
    before: readonly CatalogRow[],
    { now }: Pick<DecisionContext, 'now'>,
    pathOfFolder: (row: CatalogRow) => string,
  ): D {
    const { event } = decision;
    // No one is shown a version.
    const changes = event ? changesOf(event, { at: now, version: 0 }) : [];
    const rows = new Map(before.map((row) => [row.id as string, row]));
    const after = changes.flatMap((change) => {
      if (change.op === 'insert') return [change.row];
      const row = rows.get(change.op === 'update' ? change.id : '');
      return row && change.op === 'update' ? [{ ...row, ...change.set }] : [];
    });
    const { sub } = this.account;
    this.decided = new Map(after.map((row) => [row.id, elementView(row, pathOfFolder(row), sub)]));
    return decision;
  }

  async of(ids: readonly ElementId[]): Promise<ElementView[]> {
    const known = ids.flatMap((id) => this.decided.get(id) ?? []);
    if (known.length === ids.length) return known;
    const found = await this.standing(ids);
    return ids.flatMap((id) => found.get(id) ?? []);
  }

  private async standing(ids: readonly ElementId[]): Promise<ReadonlyMap<ElementId, ElementView>> {
    const reader = await this.catalog.store.reader(this.account.drive);
    const rows = await reader.find({ id: { in: ids } });
    const folders = await readAbove(reader, rows);
    return new Map(
      rows.flatMap((row) => {
        const above = walkUp(row, folders);
        if (!above) return [];
        const names = above.map((id) => folders.get(id)?.name ?? '').toReversed();
        return [[row.id, elementView(row, pathOf(names), this.account.sub)] as const];
      }),
    );
  }
}
