import { limits } from '@skyshelf/contracts/browser';
import { beforeEach, describe, expect, it } from 'vitest';
import { UploadRig } from '../../../testing/upload-rig.js';
import { OFFLINE, refusal, type UploadServer } from '../../../testing/upload-server.js';
import type { UploadEngine } from './upload-engine.js';
import { BUNDLED_BYTES } from './upload-port.js';

const HERE = { url: '/', folderId: 'root' };
const MB = 1024 * 1024;
const small = (name: string, size = 10): File => new File([new Uint8Array(size)], name);
const several = (count: number): File[] => Array.from({ length: count }, (_, index) => small(`${index}.jpg`));
/** Creates a file that reports this size without holding the bytes. */
const large = (name: string, size: number): File => {
  const one = small(name, 0);
  Object.defineProperty(one, 'size', { value: size });
  one.slice = (from = 0, to = size) =>
    ({ size: Math.min(to, size) - from, arrayBuffer: async () => new ArrayBuffer(0) }) as Blob;
  return one;
};

describe('uploads', () => {
  let rig: UploadRig;
  let server: UploadServer;
  let engine: UploadEngine;
  const until = (check: () => void): Promise<void> => rig.until(check);
  const status = (): Record<string, string> => rig.status();

  beforeEach(() => {
    rig = new UploadRig({ bundledBytes: -1 });
    ({ server, engine } = rig);
  });

  it('are one trace for what is dropped together, which ends with the last file', async () => {
    const goOn = server.hold('sendBytes');
    engine.add(HERE, [small('a.jpg'), small('b.jpg', 20)]);
    await until(() => expect(server.detailsOf('start')).toHaveLength(1));
    expect(rig.ended).toEqual([]);
    goOn();
    await rig.untilAll('done');
    expect(rig.ended).toEqual([{ traceparent: 'trace-1', files: 2, bytes: 30, outcome: 'done' }]);
    server.fail('sendBytes', refusal(507, 'space.exceeded'));
    engine.add(HERE, [small('c.jpg')]);
    await until(() => expect(rig.ended).toHaveLength(2));
    expect(rig.ended[1]).toEqual({ traceparent: 'trace-2', files: 1, bytes: 10, outcome: 'failed' });
    expect([...server.traces]).toEqual(['trace-1', 'trace-2']);
  });

  it('ask for the grants of at most ten files in one call [F5.14]', async () => {
    engine.add(HERE, several(23));
    await rig.untilAll('done');
    expect(server.detailsOf('start').map((names) => names.split(',').length)).toEqual([10, 10, 3]);
    expect(server.admitted.flat()).toHaveLength(23);
    expect(Math.max(...server.admitted.map((batch) => batch.length))).toBeLessThanOrEqual(
      limits.maxFilesPerBatch,
    );
    expect(rig.notices.groupArrived).toHaveBeenCalledTimes(1);
  });

  it('are five at a time [F5.14]', async () => {
    const release = server.hold('sendBytes');
    engine.add(HERE, several(9));
    await until(() => expect(Object.values(status()).filter((one) => one === 'sending')).toHaveLength(5));
    release();
    await rig.untilAll('done');
  });

  it('are admitted together when they finish while an admission is under way', async () => {
    const release = server.hold('admit');
    engine.add(HERE, several(5));
    await rig.untilAll('finishing');
    release();
    await rig.untilAll('done');
    expect(server.admitted.map((batch) => batch.length)).toEqual([1, 4]);
  });

  it('try again with the same key, give up after eight tries without progress, and can be tried again by hand', async () => {
    server.fail('sendBytes', OFFLINE, { times: 8 });
    engine.add(HERE, [small('a.jpg')]);
    await rig.untilAll('failed');
    expect(rig.notices.fileFailed).toHaveBeenCalledWith(expect.objectContaining({ name: 'a.jpg' }));
    expect(rig.notices.groupArrived).not.toHaveBeenCalled();
    engine.resume(rig.idOf('a.jpg'));
    await rig.untilAll('done');
    expect(server.detailsOf('start')).toHaveLength(1);
    expect(new Set(server.keysOf('sendBytes')).size).toBe(1);
  });

  it('do not try again what is refused', async () => {
    server.fail(
      'sendBytes',
      refusal(400, 'upload.incomplete', 'The bytes received are not the bytes announced.'),
    );
    engine.add(HERE, [small('a.jpg')]);
    await rig.untilAll('failed');
    expect(rig.waits).toEqual([]);
    expect(engine.items()[0]!.message).toBe('The bytes received are not the bytes announced.');
  });

  it('ask for a new grant when theirs has run out', async () => {
    server.fail('sendBytes', refusal(400, 'upload.bad-grant'));
    engine.add(HERE, [small('a.jpg')]);
    await rig.untilAll('failed');
    engine.resume(rig.idOf('a.jpg'));
    await rig.untilAll('done');
    expect(server.detailsOf('start')).toHaveLength(2);
    expect(new Set(server.keysOf('sendBytes')).size).toBe(2);
  });

  it('fail together when no grant is given [F8.2]', async () => {
    server.fail('start', refusal(404, 'folder.not-found', 'Page Not Found'));
    engine.add(HERE, [small('a.jpg'), small('b.jpg')]);
    await rig.untilAll('failed');
    expect(rig.notices.batchFailed).toHaveBeenCalledTimes(1);
  });

  describe('of large files', () => {
    it('go in parts and are joined in order', async () => {
      engine.add(HERE, [large('film.mp4', 20 * MB)]);
      await rig.untilAll('done');
      expect(server.detailsOf('sendPart').toSorted()).toEqual(['1', '2', '3']);
      expect(server.detailsOf('completeParts')).toEqual(['1:etag-1,2:etag-2,3:etag-3']);
    });

    it('ask for fresh addresses when one has run out after progress', async () => {
      server.fail('sendPart', refusal(400, 'upload.bad-grant'), { detail: /^4$/ });
      engine.add(HERE, [large('film.mp4', 32 * MB)]);
      await rig.untilAll('done');
      expect(server.detailsOf('openParts')).toHaveLength(2);
    });

    it('are given up on the server when cancelled', async () => {
      server.hold('sendPart');
      engine.add(HERE, [large('film.mp4', 30 * MB)]);
      await until(() => expect(server.detailsOf('sendPart')).toHaveLength(3));
      engine.cancel(rig.idOf('film.mp4'));
      expect(engine.items()).toEqual([]);
      await until(() => expect(server.detailsOf('abortParts')).toEqual(['u1']));
      expect(rig.notices.fileFailed).not.toHaveBeenCalled();
    });
  });

  it('leave the list when they are cleared', async () => {
    server.hold('sendBytes');
    server.refuseNames = { 'a.txt': 'Not allowed file type.' };
    engine.add(HERE, [small('a.txt'), small('b.jpg')]);
    await until(() => expect(status()).toEqual({ 'a.txt': 'refused', 'b.jpg': 'sending' }));
    engine.clearSettled();
    expect(status()).toEqual({ 'b.jpg': 'sending' });
  });

  it('may be empty files', async () => {
    engine.add(HERE, [small('empty.md', 0)]);
    await rig.untilAll('done');
  });
});

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
    engine.add(HERE, several(23));
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
    engine.add(HERE, [small('0.jpg', 9 * MB)]);
    await until(() => expect(server.confirmed).toEqual([{ partNumber: 1, etag: 'etag of before' }]));
    await rig.untilAll('done');
    expect(remembered).toEqual({});
  });

  it('leave larger ones to go by themselves', async () => {
    engine.add(HERE, [small('1.jpg'), small('0.jpg', BUNDLED_BYTES + 1)]);
    await rig.untilAll('done');
    expect(server.detailsOf('sendBundle')).toEqual(['1.jpg']);
    expect(server.detailsOf('sendBytes')).toEqual(['0.jpg']);
  });

  it('say which of them are refused', async () => {
    server.refuseAdmission = { '1.jpg': '1.jpg already exist.' };
    engine.add(HERE, several(3));
    await until(() => expect(rig.status()).toEqual({ '0.jpg': 'done', '1.jpg': 'refused', '2.jpg': 'done' }));
    expect(rig.notices.warned).toHaveBeenCalledWith(
      expect.objectContaining({ message: '1.jpg already exist.' }),
    );
  });

  it('are sent again as the same bundle when one of them is tried again by hand', async () => {
    server.fail('sendBundle', OFFLINE, { times: 8 });
    engine.add(HERE, several(2));
    await rig.untilAll('failed');
    engine.resume(rig.idOf('1.jpg'));
    await rig.untilAll('done');
    expect(new Set(server.keysOf('sendBundle')).size).toBe(1);
    expect(server.detailsOf('sendBundle').at(-1)).toBe('0.jpg,1.jpg');
  });

  it('ask for one that cannot be read, and the others go in a bundle of their own', async () => {
    const gone = small('1.jpg');
    gone.arrayBuffer = () => Promise.reject(new Error('NotReadableError'));
    engine.add(HERE, [small('0.jpg'), gone]);
    await until(() => expect(rig.status()).toEqual({ '0.jpg': 'done', '1.jpg': 'missing' }));
    expect(server.detailsOf('sendBundle')).toEqual(['0.jpg']);
    expect(engine.provide([gone])).toBe(1);
  });
});
