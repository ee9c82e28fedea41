import type { OpId } from '@skyshelf/contracts';
import { scenario } from '@skyshelf/testing';
import { describe, expect, it } from 'vitest';
import { catalogSubject, testDrive, type Ask } from '../../../testing/catalog-subject.js';
import { aQuota } from '../../../testing/facts.js';
import { quotaOf } from '../../domain/drive-room.js';
import { readShown } from '../reads/listing-rows.js';
import { setQuota, showBuiltIns } from './follow-billing.js';

const shelf = scenario(catalogSubject);

describe('a new plan', () => {
  const plan =
    (quota: number): Ask =>
    ({ catalog, account, opId }) =>
      setQuota(catalog, account.drive, opId(), quota);
  it('changes what the drive may hold', () =>
    shelf.given().when(plan(5)).then({ type: 'catalog.quota.changed', quota: 5 }));
  it('with the same room changes nothing', () => shelf.given(aQuota(5)).when(plan(5)).thenNothing());
});

it('what billing said before comes again after a kill, and the last of it counts', async () => {
  const { catalog, account, given } = testDrive();
  await given(aQuota(5));
  const hear = async (version: number, quota: number, shown: boolean) => {
    const opId = `billing:${version}` as OpId;
    await setQuota(catalog, account.drive, opId, quota, version);
    await showBuiltIns(catalog, account.drive, `${opId}:shown` as OpId, shown, version);
  };
  const all = async () => {
    await hear(1, 5, false);
    await hear(2, 100, true);
  };
  await all();
  await all();
  const reader = await catalog.store.reader(account.drive);
  expect([quotaOf(reader.state()), await readShown(reader)]).toEqual([100, true]);
  await hear(3, 5, false);
  expect(quotaOf((await catalog.store.reader(account.drive)).state())).toBe(5);
});
