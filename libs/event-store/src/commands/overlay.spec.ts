import { describe, expect, it } from 'vitest';
import type { Where } from '../port.js';
import { conditionsOf, matches } from '../rows/conditions.js';
import { PrefetchedSearches, Overlay } from './overlay.js';

interface Page {
  id: string;
  parentId: string;
  nameKey: string;
}

const pages: Page[] = [
  { id: '1', parentId: 'a', nameKey: 'x' },
  { id: '2', parentId: 'a', nameKey: 'y' },
  { id: '3', parentId: 'b', nameKey: 'x' },
];

function pagesThatCount() {
  const asked: Where<Page>[] = [];
  const find = async (where: Where<Page>) => {
    asked.push(where);
    return pages.filter((page) => matches(page, conditionsOf(where)));
  };
  return { asked, source: { find, get: async () => [] } };
}
const named = (parentId: string, nameKey: string) => ({ parentId, nameKey });

describe('searches that a batch is going to make', () => {
  it('are made in one round trip for each group that differs in the last field only', async () => {
    const { asked, source } = pagesThatCount();
    const searches = new PrefetchedSearches<Page>(source);
    await searches.make([
      named('a', 'x'),
      named('a', 'z'),
      named('a', 'x'),
      named('b', 'x'),
      named('b', 'y'),
    ]);
    expect(asked).toEqual([
      { parentId: 'a', nameKey: { in: ['x', 'z'] } },
      { parentId: 'b', nameKey: { in: ['x', 'y'] } },
    ]);
    expect(searches.found(named('a', 'x'))).toEqual([pages[0]]);
    expect(searches.found({ nameKey: 'x', parentId: 'b' })).toEqual([pages[2]]);
    expect(searches.found(named('a', 'z'))).toEqual([]);
    expect(searches.found(named('a', 'y'))).toBeUndefined();
  });

  it('are left alone when there is nothing to make together', async () => {
    const { asked, source } = pagesThatCount();
    const searches = new PrefetchedSearches<Page>(source);
    await searches.make([named('a', 'x'), named('b', 'x'), named('a', 'x')]);
    expect(asked).toEqual([]);
    expect(searches.found(named('a', 'x'))).toBeUndefined();
  });

  it('find also what the commands before have written, and no more what they have taken away', async () => {
    const { asked, source } = pagesThatCount();
    const overlay = new Overlay<Page>(source);
    await overlay.prefetch([named('a', 'x'), named('a', 'z')]);
    overlay.write('4', { id: '4', parentId: 'a', nameKey: 'z' });
    overlay.write('1', null);
    expect(await overlay.find(named('a', 'z'), { limit: 2 })).toMatchObject([{ id: '4' }]);
    expect(await overlay.find(named('a', 'x'))).toEqual([]);
    expect(asked).toHaveLength(1);
    expect(await overlay.find(named('a', 'y'))).toMatchObject([{ id: '2' }]);
    expect(asked).toHaveLength(2);
  });
});
