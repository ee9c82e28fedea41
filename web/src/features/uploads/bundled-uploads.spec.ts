import { beforeEach, describe, expect, it } from 'vitest';
import { UploadRig } from '../../../testing/upload-rig.js';
import { OFFLINE, type UploadServer } from '../../../testing/upload-server.js';
import type { UploadEngine } from './upload-engine.js';
import { BUNDLED_BYTES } from './upload-port.js';

const HERE = { url: '/', folderId: 'root' };
const files = (count: number, size = 10): File[] =>
  Array.from({ length: count }, (_, index) => new File([new Uint8Array(size)], `${index}.jpg`));

describe('small files', () => {
  let rig: UploadRig;
  let server: UploadServer;
  let engine: UploadEngine;
  let remembered: Readonly<Record<number, string>>;
  const until = (check: () => void): Promise<void> => rig.until(check);

  beforeEach(() => {
    remembered = {};
    const parts = {
      of: () => remembered,
      keep: (_: string, etags: typeof remembered) => void (remembered = etags),
    };
    rig = new UploadRig({ bundledBytes: BUNDLED_BYTES, environment: { parts } });
    ({ server, engine } = rig);
  });

  it('go ten in a call, which makes them elements at once', async () => {
    engine.add(HERE, files(23));
    await rig.untilAll('done');
    const sizes = server.detailsOf('sendBundle').map((names) => names.split(',').length);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([3, 10, 10]);
    expect(server.bundledBytes.toSorted((a, b) => a - b)).toEqual([30, 100, 100]);
    expect(server.calls.filter(({ call }) => call !== 'sendBundle')).toEqual([]);
    expect(engine.items()[0]).toMatchObject({ elementId: 'e-0.jpg', sent: 10 });
    expect(rig.notices.groupArrived).toHaveBeenCalledTimes(1);
  });

  it('leave one in parts to go on with those that were confirmed before a reload of the page', async () => {
    remembered = { 1: 'etag of before' };
    const [large] = files(1, 9 * 1024 * 1024);
    engine.add(HERE, large ? [large] : []);
    await until(() => expect(server.confirmed).toEqual([{ partNumber: 1, etag: 'etag of before' }]));
    await rig.untilAll('done');
    expect(remembered).toEqual({});
  });

  it('leave larger ones to go by themselves', async () => {
    const [large] = files(1, BUNDLED_BYTES + 1);
    engine.add(HERE, [...files(2).slice(1), ...(large ? [large] : [])]);
    await rig.untilAll('done');
    expect(server.detailsOf('sendBundle')).toEqual(['1.jpg']);
    expect(server.detailsOf('sendBytes')).toEqual(['0.jpg']);
  });

  it('say which of them are refused', async () => {
    server.refuseAdmission = { '1.jpg': '1.jpg already exist.' };
    engine.add(HERE, files(3));
    await until(() => expect(rig.status()).toEqual({ '0.jpg': 'done', '1.jpg': 'refused', '2.jpg': 'done' }));
    expect(rig.notices.warned).toHaveBeenCalledWith(
      expect.objectContaining({ message: '1.jpg already exist.' }),
    );
  });

  it('are sent again as the same bundle when one of them is tried again by hand', async () => {
    server.fail('sendBundle', OFFLINE, { times: 8 });
    engine.add(HERE, files(2));
    await rig.untilAll('failed');
    engine.resume(rig.idOf('1.jpg'));
    await rig.untilAll('done');
    expect(new Set(server.keysOf('sendBundle')).size).toBe(1);
    expect(server.detailsOf('sendBundle').at(-1)).toBe('0.jpg,1.jpg');
  });

  it('ask for one that can not be read, and the others go in a bundle of their own', async () => {
    const [, gone] = files(2);
    gone!.arrayBuffer = () => Promise.reject(new Error('NotReadableError'));
    engine.add(HERE, [...files(1), gone!]);
    await until(() => expect(rig.status()).toEqual({ '0.jpg': 'done', '1.jpg': 'missing' }));
    expect(server.detailsOf('sendBundle')).toEqual(['0.jpg']);
    expect(engine.provide([gone!])).toBe(1);
  });
});
