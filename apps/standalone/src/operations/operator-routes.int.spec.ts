import { eventually } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operatorRoutes, type FsckReport, type RebuildReport, type ResyncReport } from '@skyshelf/operations';
import { RunningShelf } from '../../testing/running-shelf.js';

describe("the operator's commands", { timeout: 90_000 }, () => {
  let shelf: RunningShelf;
  beforeAll(async () => {
    shelf = await RunningShelf.start();
  }, 60_000);
  afterAll(() => shelf.stop());

  async function run<T>(route: string, body?: unknown): Promise<T> {
    const handler = operatorRoutes(shelf.installation)[route];
    if (!handler) throw new Error(`There is no ${route}`);
    const caller = { tell: () => undefined, signal: new AbortController().signal };
    return (await handler({ query: new URLSearchParams(), body, ...caller })) as T;
  }

  it('rebuild the read models of all drives from their events', async () => {
    const ann = await shelf.user('ann');
    const ben = await shelf.user('ben');
    await ann.folder('Holidays');
    await ben.folder('Work');
    await ben.file('costs.zip');
    const ofAnn = { driveKey: `${ann.drive}:1` };
    await shelf.collection('catalog', 'elements').updateMany(ofAnn, { $set: { name: 'Damaged' } });
    const report = await run<RebuildReport>('POST /operations/rebuild');
    expect(report).toMatchObject({ failed: [], exitCode: 0 });
    expect(report.rebuilt).toContainEqual({ service: 'catalog', drive: ann.drive, rows: 1, version: 1 });
    expect(report.rebuilt).toContainEqual({ service: 'catalog', drive: ben.drive, rows: 2, version: 2 });
    expect(report.rebuilt).toContainEqual(expect.objectContaining({ service: 'billing', drive: ann.drive }));
    expect(report.text).toContain('4 rebuilt, 0 failed');
    expect((await run<FsckReport>('POST /operations/fsck')).findings).toEqual([]);
  });

  it('rebuild one drive, or say that there is none of that name', async () => {
    const { drive } = await shelf.user('cem');
    await eventually(
      async () => (await shelf.collection('billing', 'drives').findOne({ _id: drive })) !== null,
    );
    const report = await run<RebuildReport>('POST /operations/rebuild', { drive });
    expect(new Set(report.rebuilt.map((each) => each.drive))).toEqual(new Set([drive]));
    await expect(run('POST /operations/rebuild', { drive: 'nobody' })).rejects.toMatchObject({
      code: 'input.invalid',
      details: { field: 'drive' },
    });
  });

  it('go on with the other drives when one cannot be rebuilt', async () => {
    const { drive, folder } = await shelf.user('dora');
    await folder('Holidays');
    await shelf
      .collection('catalog', 'events')
      .updateOne({ drive }, { $set: { 'data.type': 'catalog.of.old' } });
    const report = await run<RebuildReport>('POST /operations/rebuild');
    expect(report.exitCode).toBe(1);
    expect(report.failed).toMatchObject([{ service: 'catalog', drive }]);
    expect(report.rebuilt.length).toBeGreaterThan(3);
    await shelf
      .collection('catalog', 'events')
      .updateOne({ drive }, { $set: { 'data.type': 'catalog.folder.created' } });
  });

  it('hand a consumer what it lacks, as after a restore of an older copy of its data', async () => {
    const user = await shelf.user('frida');
    await user.file('costs.zip');
    const refs = shelf.collection('storage', 'refs');
    const { drive } = user;
    const cursors = shelf.collection('storage', 'cursors');
    // The reference is written before the cursor moves.
    const last = await shelf.collection('catalog', 'events').find({ drive }).sort({ version: -1 }).next();
    await eventually(async () => (await cursors.countDocuments({ drive, version: last?.version })) === 1);
    const before = await refs.findOneAndDelete({ drive });
    await cursors.deleteMany({ drive });
    const report = await run<ResyncReport>('POST /operations/resync', { consumer: 'storage' });
    expect(report.read.catalog).toBeGreaterThan(0);
    expect(await refs.findOne({ _id: before?._id })).toEqual(before);
    await expect(run('POST /operations/resync', { consumer: 'gateway' })).rejects.toMatchObject({
      code: 'input.invalid',
    });
  });
});
