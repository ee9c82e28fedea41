import type { DocumentSource, FindOptions } from '../drive-storage.js';
import type { Where } from '../port.js';
import { conditionsOf, matches } from '../rows/conditions.js';
import { canonicalText } from '../rows/canonical-text.js';

const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);

/**
 * Documents as a batch's commands see them: the snapshot, each read once, under their predecessors' writes,
 * which go to the database together.
 */
export class Overlay<T extends { id: string }> {
  private readonly known = new Map<string, T | null>();
  private readonly written = new Set<string>();

  private readonly prefetched: PrefetchedSearches<T>;

  constructor(private readonly source: DocumentSource<T>) {
    this.prefetched = new PrefetchedSearches(source);
  }

  prefetch(searches: readonly Where<T>[]): Promise<void> {
    return this.prefetched.make(searches);
  }

  async get(id: string): Promise<T | null> {
    if (!this.known.has(id)) await this.load([id]);
    return this.known.get(id) ?? null;
  }

  async find(where: Where<T>, { limit, after, order }: FindOptions = {}): Promise<T[]> {
    const stored =
      (after === undefined ? this.prefetched.found(where) : undefined) ??
      (await this.source.find(where, { after, order, limit: limit && limit + this.written.size }));
    const found = stored.filter(({ id }) => !this.written.has(id)).map((document) => this.remember(document));
    const conditions = conditionsOf(where);
    for (const id of this.written) {
      const document = this.known.get(id);
      if (document && (after === undefined || id > after) && matches(document, conditions))
        found.push(document);
    }
    if (this.written.size > 0 && !order) found.sort(byId);
    return limit ? found.slice(0, limit) : found;
  }

  async load(ids: readonly string[]): Promise<void> {
    const missing = ids.filter((id) => !this.known.has(id));
    if (missing.length === 0) return;
    for (const document of await this.source.get(missing)) this.remember(document);
    for (const id of missing) if (!this.known.has(id)) this.known.set(id, null);
  }

  /** undefined: not read yet. */
  peek(id: string): T | null | undefined {
    return this.known.get(id);
  }

  /** Stores the document unless a command has written it. */
  remember(document: T): T {
    const known = this.known.get(document.id);
    if (known) return known;
    if (!this.written.has(document.id)) this.known.set(document.id, frozen(document));
    return document;
  }

  write(id: string, document: T | null): void {
    this.known.set(id, document && frozen(document));
    this.written.add(id);
  }
}

export class PrefetchedSearches<T extends { id: string }> {
  private readonly answers = new Map<string, T[]>();

  constructor(private readonly source: Pick<DocumentSource<T>, 'find'>) {}

  /** One round trip for each group that differs in the last field only; single ones are not asked. */
  async make(searches: readonly Where<T>[]): Promise<void> {
    const distinct = [...new Map(searches.map((where) => [canonicalText(where), where])).values()];
    const groups = Map.groupBy(distinct, (where) => canonicalText([Object.keys(where), allButLast(where)]));
    await Promise.all([...groups.values()].map((group) => (group.length > 1 ? this.makeGroup(group) : null)));
  }

  /** Is undefined when the search was not prefetched. The order is by id. */
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

/** Rows are shared between commands: a rule that mutates one must fail at once. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Date)
    return value;
  for (const field of Object.values(value)) frozen(field);
  return Object.freeze(value);
}
