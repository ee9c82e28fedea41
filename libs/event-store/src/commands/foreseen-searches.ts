import type { DocumentSource } from '../drive-storage.js';
import type { Where } from '../port.js';
import { canonicalText } from '../rows/canonical-text.js';
import { conditionsOf, matches } from '../rows/conditions.js';

/** Prefetched searches of a batch, by their conditions. */
export class ForeseenSearches<T extends { id: string }> {
  private readonly answers = new Map<string, T[]>();

  constructor(private readonly source: Pick<DocumentSource<T>, 'find'>) {}

  /**
   * One round trip for each group of searches that differ in their last field only; single ones are left to
   * be asked.
   */
  async make(searches: readonly Where<T>[]): Promise<void> {
    const distinct = [...new Map(searches.map((where) => [canonicalText(where), where])).values()];
    const groups = Map.groupBy(distinct, (where) => canonicalText([Object.keys(where), allButLast(where)]));
    await Promise.all([...groups.values()].map((group) => (group.length > 1 ? this.makeGroup(group) : null)));
  }

  /** undefined when not prefetched. Ordered by id. */
  found(where: Where<T>): T[] | undefined {
    return this.answers.size > 0 ? this.answers.get(canonicalText(where)) : undefined;
  }

  private async makeGroup(group: readonly Where<T>[]): Promise<void> {
    const [first] = group;
    const [field] = Object.entries(first ?? {}).at(-1) ?? [];
    if (!first || field === undefined) return;
    const values = group.map((where) => where[field as keyof T]);
    const found = await this.source.find({ ...first, [field]: { in: values } }, {});
    for (const where of group) {
      const conditions = conditionsOf(where);
      this.answers.set(
        canonicalText(where),
        found.filter((document) => matches(document, conditions)),
      );
    }
  }
}

const allButLast = (where: object): unknown[] => Object.values(where).slice(0, -1);
