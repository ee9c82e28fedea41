import type { CatalogEvent } from '@skyshelf/contracts';
import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { catalogSubject, testDrive, type Ask, type TestDrive } from '../../../testing/catalog-subject.js';
import { aFolder, aLink } from '../../../testing/facts.js';
import { outcomeOf, paste } from '../../../testing/shelf-commands.js';

const shelf = scenario(catalogSubject);
const moving =
  (folder: string, ...ids: string[]): Ask =>
  (drive) =>
    paste(drive, 'cut', folder, ...ids);
/** Creates nested folders: `d1/d2/…`. */
const chain = (name: string, levels: number, top = 'root'): CatalogEvent[] =>
  Array.from({ length: levels }, (_, index) =>
    aFolder(`${name}${index + 1}`, index ? `${name}${index}` : top),
  );
/** Creates sibling folders. */
const row = (name: string, count: number, parent: string): CatalogEvent[] =>
  Array.from({ length: count }, (_, index) => aFolder(`${name}${index}`, parent));

/** Lets something happen right after a first look from outside of transactions. */
function afterLooking({ catalog }: TestDrive, happens: () => Promise<void>): { looks: number } {
  const seen = { looks: 0 };
  const { version } = catalog.store;
  catalog.store.version = async (drive) => {
    const found = await version.call(catalog.store, drive);
    seen.looks += 1;
    if (seen.looks === 1) await happens();
    return found;
  };
  return seen;
}

describe('a deep folder', () => {
  const past = [...chain('d', 128), aFolder('x'), aFolder('y', 'x')];

  it('goes to where it stands no deeper, also when it ends at the last level', async () => {
    await shelf
      .given(...past)
      .when(moving('x', 'd2'))
      .then({ type: 'catalog.elements.moved' });
    await shelf
      .given(...past)
      .when(moving('root', 'd5'))
      .then({ type: 'catalog.elements.moved' });
  });

  it('goes no deeper than there is room for it', () =>
    shelf
      .given(...past)
      .when(moving('y', 'd2'))
      .thenRefused('depth.exceeded'));

  it('next to one that stays as deep as it was is looked at alone', async () => {
    await shelf
      .given(...past, aFolder('z'), aFolder('w', 'x'))
      .when(moving('w', 'z', 'd3'))
      .then({ type: 'catalog.elements.moved' });
  });
});

describe('a folder with more folders below than a transaction counts', () => {
  /** 1,600 folders next to a chain of 60; a target 66 levels deep leaves room for just these. */
  const past = [
    aFolder('wide'),
    ...row('w', 1600, 'wide'),
    ...chain('c', 60, 'wide'),
    ...chain('t', 66),
    aLink('l', 'c60'),
  ];

  it('is refused when it would come too deep', async () => {
    const drive = testDrive();
    await drive.given(...past, aFolder('t67', 't66'));
    expect(await outcomeOf(paste(drive, 'cut', 't67', 'wide'))).toBe('depth.exceeded');
  });

  it('is counted once outside of it and moved, also when others add what makes nothing deeper', async () => {
    const drive = testDrive();
    await drive.given(...past);
    const seen = afterLooking(drive, () => drive.given(aLink('new', 'c60')));
    expect(await outcomeOf(paste(drive, 'cut', 't66', 'wide'))).toBe('ok');
    expect(seen.looks).toBe(1);
  });

  it('is counted again when it has become deeper since', async () => {
    const drive = testDrive();
    await drive.given(...past);
    const seen = afterLooking(drive, () => drive.given(aFolder('c61', 'c60')));
    expect(await outcomeOf(paste(drive, 'cut', 't66', 'wide'))).toBe('depth.exceeded');
    expect(seen.looks).toBe(2);
  });
});
