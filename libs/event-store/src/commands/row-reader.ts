import type { DocumentSource, DriveView, FindOptions, RowSource, SideDocument } from '../drive-storage.js';
import type { DriveState, Row, RowSurvey, RowTree, SideReader, Where } from '../port.js';
import { Overlay } from './overlay.js';
import { walkToRoot } from './walk.js';

export const ancestorsIn =
  <R extends Row>(tree: RowTree<R> | undefined, rows: Overlay<R>, source: Pick<RowSource<R>, 'chain'>) =>
  async (id: string): Promise<R[] | null> => {
    if (!tree) throw new Error('The projection declares no tree.');
    return walkToRoot(tree, id, async (each) => {
      const known = rows.peek(each);
      if (known !== undefined) return known;
      for (const row of await source.chain(each, tree)) rows.remember(row);
      return rows.get(each);
    });
  };

type Reads<T extends { id: string }> = Pick<Overlay<T>, 'get' | 'find'>;

const direct = <T extends { id: string }>(source: DocumentSource<T>) => ({
  get: async (id: string): Promise<T | null> => (await source.get([id]))[0] ?? null,
  find: (where: Where<T>, options: FindOptions = {}): Promise<T[]> => source.find(where, options),
});

/** Reads outside of a command: every call asks the database. */
export function viewReader<R extends Row, T extends object>(
  view: DriveView<R>,
  state: DriveState<T>,
  tree: RowTree<R> | undefined,
): RowSurvey<R, string, T> {
  const { count, total, page, tally } = view.rows;
  return {
    ...direct(view.rows),
    count,
    total,
    page,
    tally,
    state: () => state,
    ancestors: (id) => ancestorsIn(tree, new Overlay(view.rows), view.rows)(id),
    side: <T extends { id: string }>(name: string) => sideReader<T>(direct(view.side(name))),
  };
}

export const sideReader = <T extends { id: string }>(documents: Reads<SideDocument>): SideReader<T> => ({
  get: async (id) => (await documents.get(id)) as T | null,
  find: async (where, options = {}) => (await documents.find(where, options)) as T[],
});
