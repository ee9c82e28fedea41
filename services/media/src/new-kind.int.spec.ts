import { eventTypeOf, type BlobId } from '@skyshelf/contracts';
import { eventually } from '@skyshelf/testing';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { newDrive, runMedia, type RunningMedia } from '../testing/running-media.js';

/** The row of the new kind. */
vi.mock('../../../libs/contracts/src/derivatives.js', async (original) => {
  const { derivatives } = await original<{ derivatives: object }>();
  const row = { mediaType: 'text/plain', maxBytes: 1024, viewField: 'openElement' };
  return { derivatives: { ...derivatives, fingerprint: row } };
});
/** Adds the new kind's file to the others. */
vi.mock('./kinds/registry.js', async (original) => {
  const { kinds } = await original<{ kinds: object }>();
  const { fingerprint } = await import('../testing/fingerprint-kind.js');
  return { kinds: { ...kinds, fingerprint } };
});

let media: RunningMedia;
beforeEach(async () => void (media = await runMedia()));
afterEach(() => media.stop());

const bytes = Buffer.from('no image at all');

it('a kind is a row and a file: uploaded files get it, and all follows', async () => {
  const blobId: BlobId = await media.storage.add(bytes);
  const [elementId] = await media.uploaded(newDrive(), [{ blobId, kind: 'image/png' }]);
  const event = await eventually(
    () => media.events.find(({ data }) => data.type === 'media.derivative.made') ?? false,
    { timeoutMs: 50_000 },
  );
  expect(event.data).toMatchObject({ kind: 'fingerprint', elementId, source: { blobId } });
  expect(() => eventTypeOf('media.derivative.made')?.data.parse(event.data)).not.toThrow();
  const made = media.storage.derived.get(blobId)?.find((each) => each.blobId === event.data.blobId);
  expect(made?.bytes.toString()).toMatch(/^\d+ 15$/m);
  const failed = await eventually(
    () => media.events.find(({ data }) => data.type === 'media.derivative.failed') ?? false,
    { timeoutMs: 50_000 },
  );
  expect(failed.data).toMatchObject({ kind: 'thumbnail', elementId });
  const text = await eventually(async () => {
    const shown = await media.registry.text();
    return shown.includes('kind="fingerprint",outcome="done"') && shown;
  });
  expect(text).toMatch(/skyshelf_open_jobs\{[^}]*kind="fingerprint"\} 0/);
});

it('is made by the processes of its role', async () => {
  await media.stop();
  media = await runMedia({ roles: ['thumbnail', 'video', 'website'] });
  await media.uploaded(newDrive(), [{ blobId: await media.storage.add(bytes), kind: 'image/png' }]);
  await eventually(() => media.events.length === 1, { timeoutMs: 50_000 });
  expect(await media.jobs.findOne({ kind: 'fingerprint' as never })).toMatchObject({ state: 'waiting' });
  await media.another({ roles: ['document'] });
  await eventually(() => media.jobs.findOne({ kind: 'fingerprint' as never, state: 'done' }).then(Boolean));
});
