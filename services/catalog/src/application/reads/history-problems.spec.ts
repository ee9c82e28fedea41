import type { BlobId, ElementId } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { versionedFile, MB } from '../../../testing/versioned-file.js';
import type { CatalogRow } from '../../domain/catalog-row.js';
import { isVersion } from '../../domain/versions.js';
import { readAllRows } from './check-drive.js';
import { HistoryCheck } from './history-problems.js';

const check = (rows: readonly CatalogRow[]) => {
  const history = new HistoryCheck();
  for (const row of rows) history.see(row);
  return { problems: history.problems().map(({ message }) => message), kept: history.kept };
};

const shelf = async (): Promise<CatalogRow[]> => {
  const { drive, replace } = await versionedFile();
  await replace(2 * MB);
  await replace(3 * MB);
  return readAllRows(drive.catalog, drive.account.drive);
};
const changed = (rows: CatalogRow[], by: Partial<CatalogRow>) =>
  rows.map((row) => (isVersion(row) && row.size === MB ? { ...row, ...by } : row));

it('a history is in order, and its bytes are kept instead of used', async () => {
  const { problems, kept } = check(await shelf());
  expect(problems).toEqual([]);
  expect(kept).toMatchObject({ used: -3 * MB, count: -2, kept: 3 * MB, keptCount: 2, history: 3 * MB });
});

it('finds a version that is lost, without a file, empty or under a wrong date', async () => {
  const rows = await shelf();
  const found = (planted: CatalogRow[]) => check(planted).problems;
  expect(found(rows.filter((row) => !isVersion(row) || row.size !== MB))).toEqual([
    'a-png is said to have 2 versions, counted are 1.',
  ]);
  expect(found(changed(rows, { versionOf: 'other' as ElementId }))).toHaveLength(3);
  expect(found(changed(rows, { size: 0 }))).toHaveLength(1);
  expect(found(changed(rows, { blobId: 'other' as BlobId }))).toHaveLength(1);
});
