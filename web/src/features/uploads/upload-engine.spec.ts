import { limits } from '@skyshelf/contracts/browser';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OFFLINE, refusal, UploadServer } from '../../../testing/upload-server.js';
import { UploadEngine } from './upload-engine.js';

const HERE = { url: '/', folderId: 'root' };
const MB = 1024 * 1024;
const small = (name: string, size = 10): File => new File([new Uint8Array(size)], name);
/** As large as it says, without the bytes. */
const large = (name: string, size: number): File => {
  const one = small(name, 0);
  Object.defineProperty(one, 'size', { value: size });
  one.slice = (from = 0, to = size) =>
    ({ size: Math.min(to, size) - from, arrayBuffer: async () => new ArrayBuffer(0) }) as Blob;
  return one;
};

describe('uploads', () => {
  let server: UploadServer;
  let engine: UploadEngine;
  let waits: number[];
  let ended: object[];
  const notices = {
    admitted: vi.fn(),
    warned: vi.fn(),
    fileFailed: vi.fn(),
    batchFailed: vi.fn(),
    replaces: vi.fn(),
    groupBegan: vi.fn(),
    groupArrived: vi.fn(),
  };
  const status = (): Record<string, string> =>
    Object.fromEntries(engine.items().map((item) => [item.name, item.status]));
  const idOf = (name: string): number => engine.items().find((item) => item.name === name)!.id;
  const until = (check: () => void): Promise<void> => vi.waitFor(check, { interval: 1, timeout: 15_000 });
  const all = (wanted: string) => (): void =>
    expect(new Set(Object.values(status()))).toEqual(new Set([wanted]));

  beforeEach(() => {
    vi.resetAllMocks();
    server = new UploadServer();
    waits = [];
    ended = [];
    let keys = 0;
    const environment = {
      now: () => 0,
      newKey: () => `key-${(keys += 1)}`,
      parts: { of: () => ({}), keep: () => undefined },
      beginTrace: () => {
        const traceparent = `trace-${ended.length + 1}`;
        return { traceparent, end: (result: object) => void ended.push({ traceparent, ...result }) };
      },
      waitBeforeTry: async (attempt: number) => void waits.push(attempt),
      isHidden: () => false,
    };
    engine = new UploadEngine({ transport: server, environment, notices, byteRequests: 4, bundledBytes: -1 });
  });

  it('become elements at once', async () => {
    engine.add(HERE, [small('a.jpg')]);
    await until(all('done'));
    expect(notices.admitted).toHaveBeenCalledWith([
      expect.objectContaining({ _id: 'e-a.jpg', folderId: 'root' }),
    ]);
    expect(engine.items()[0]).toMatchObject({ elementId: 'e-a.jpg', sent: 10 });
    expect(notices.groupArrived).toHaveBeenCalledTimes(1);
  });

  it('are one trace for what is dropped together, which ends with the last file', async () => {
    const goOn = server.hold('sendBytes');
    engine.add(HERE, [small('a.jpg'), small('b.jpg', 20)]);
    await until(() => expect(server.detailsOf('start')).toHaveLength(1));
    expect(ended).toEqual([]);
    goOn();
    await until(all('done'));
    expect(ended).toEqual([{ traceparent: 'trace-1', files: 2, bytes: 30, outcome: 'done' }]);
    server.fail('sendBytes', refusal(507, 'space.exceeded'));
    engine.add(HERE, [small('c.jpg')]);
    await until(() => expect(ended).toHaveLength(2));
    expect(ended[1]).toEqual({ traceparent: 'trace-2', files: 1, bytes: 10, outcome: 'failed' });
    expect([...server.traces]).toEqual(['trace-1', 'trace-2']);
  });

  it('ask for the grants of at most ten files in one call [F5.14]', async () => {
    engine.add(
      HERE,
      Array.from({ length: 23 }, (_, index) => small(`${index}.jpg`)),
    );
    await until(all('done'));
    expect(server.detailsOf('start').map((names) => names.split(',').length)).toEqual([10, 10, 3]);
    expect(server.admitted.flat()).toHaveLength(23);
    expect(Math.max(...server.admitted.map((batch) => batch.length))).toBeLessThanOrEqual(
      limits.maxFilesPerBatch,
    );
    expect(notices.groupArrived).toHaveBeenCalledTimes(1);
  });

  it('send at most as many requests with bytes as allowed', async () => {
    engine.add(
      HERE,
      Array.from({ length: 12 }, (_, index) => small(`${index}.jpg`)),
    );
    await until(all('done'));
    expect(server.mostAtOnce).toBe(4);
  });

  it('are five at a time [F5.14]', async () => {
    const release = server.hold('sendBytes');
    engine.add(
      HERE,
      Array.from({ length: 9 }, (_, index) => small(`${index}.jpg`)),
    );
    await until(() => expect(Object.values(status()).filter((one) => one === 'sending')).toHaveLength(5));
    release();
    await until(all('done'));
  });

  it('are admitted together when they finish while an admission is under way', async () => {
    const release = server.hold('admit');
    engine.add(
      HERE,
      Array.from({ length: 5 }, (_, index) => small(`${index}.jpg`)),
    );
    await until(all('finishing'));
    release();
    await until(all('done'));
    expect(server.admitted.map((batch) => batch.length)).toEqual([1, 4]);
  });

  it('report files that are refused at the start', async () => {
    server.refuseNames = { 'a.txt': 'Not allowed file type.' };
    engine.add(HERE, [small('a.txt'), small('b.jpg')]);
    await until(() => expect(status()).toEqual({ 'a.txt': 'refused', 'b.jpg': 'done' }));
    expect(notices.warned).toHaveBeenCalledWith(
      expect.objectContaining({ message: 'Not allowed file type.' }),
    );
    expect(engine.items()[0]!.message).toBe('Not allowed file type.');
  });

  it('report files that are refused at the end', async () => {
    server.refuseAdmission = { 'a.jpg': 'a.jpg already exist.' };
    engine.add(HERE, [small('a.jpg'), small('b.jpg')]);
    await until(() => expect(status()).toEqual({ 'a.jpg': 'refused', 'b.jpg': 'done' }));
    expect(notices.warned).toHaveBeenCalledWith(expect.objectContaining({ message: 'a.jpg already exist.' }));
  });

  it('try again with the same key after a lost answer', async () => {
    server.fail('sendBytes', OFFLINE, { times: 3 });
    engine.add(HERE, [small('a.jpg')]);
    await until(all('done'));
    expect(new Set(server.keysOf('sendBytes')).size).toBe(1);
    expect(waits).toEqual([1, 2, 3]);
  });

  it('give up after eight tries without progress, and can be tried again by hand', async () => {
    server.fail('sendBytes', OFFLINE, { times: 8 });
    engine.add(HERE, [small('a.jpg')]);
    await until(all('failed'));
    expect(notices.fileFailed).toHaveBeenCalledWith(expect.objectContaining({ name: 'a.jpg' }));
    expect(notices.groupArrived).not.toHaveBeenCalled();
    engine.resume(idOf('a.jpg'));
    await until(all('done'));
    expect(server.detailsOf('start')).toHaveLength(1);
  });

  it('do not try again what is refused', async () => {
    server.fail(
      'sendBytes',
      refusal(400, 'upload.incomplete', 'The bytes received are not the bytes announced.'),
    );
    engine.add(HERE, [small('a.jpg')]);
    await until(all('failed'));
    expect(waits).toEqual([]);
    expect(engine.items()[0]!.message).toBe('The bytes received are not the bytes announced.');
  });

  it('ask for a new grant when theirs has run out', async () => {
    server.fail('sendBytes', refusal(400, 'upload.bad-grant'));
    engine.add(HERE, [small('a.jpg')]);
    await until(all('failed'));
    engine.resume(idOf('a.jpg'));
    await until(all('done'));
    expect(server.detailsOf('start')).toHaveLength(2);
    expect(new Set(server.keysOf('sendBytes')).size).toBe(2);
  });

  it('fail together when no grant is given [F8.2]', async () => {
    server.fail('start', refusal(404, 'folder.not-found', 'Page Not Found'));
    engine.add(HERE, [small('a.jpg'), small('b.jpg')]);
    await until(all('failed'));
    expect(notices.batchFailed).toHaveBeenCalledTimes(1);
  });

  it('are admitted later when that failed, without sending again', async () => {
    server.fail('admit', refusal(500, 'internal'));
    engine.add(HERE, [small('a.jpg')]);
    await until(all('failed'));
    engine.resume(idOf('a.jpg'));
    await until(all('done'));
    expect(server.detailsOf('sendBytes')).toHaveLength(1);
  });

  describe('of large files', () => {
    it('go in parts and are joined in order', async () => {
      engine.add(HERE, [large('film.mp4', 20 * MB)]);
      await until(all('done'));
      expect(server.detailsOf('sendPart').toSorted()).toEqual(['1', '2', '3']);
      expect(server.detailsOf('completeParts')).toEqual(['1:etag-1,2:etag-2,3:etag-3']);
    });

    it('go on with the missing parts after a break', async () => {
      server.fail('sendPart', OFFLINE, { detail: /^3$/ });
      engine.add(HERE, [large('film.mp4', 30 * MB)]);
      await until(all('done'));
      expect(server.detailsOf('openParts')).toHaveLength(2);
      expect(server.detailsOf('sendPart').filter((part) => part === '1')).toHaveLength(1);
    });

    it('ask for fresh addresses when one has run out after progress', async () => {
      server.fail('sendPart', refusal(400, 'upload.bad-grant'), { detail: /^4$/ });
      engine.add(HERE, [large('film.mp4', 32 * MB)]);
      await until(all('done'));
      expect(server.detailsOf('openParts')).toHaveLength(2);
    });

    it('can be paused and go on from there', async () => {
      const release = server.hold('sendPart');
      engine.add(HERE, [large('film.mp4', 30 * MB)]);
      await until(() => expect(server.detailsOf('sendPart')).toHaveLength(3));
      engine.pause(idOf('film.mp4'));
      await until(all('paused'));
      release();
      engine.resume(idOf('film.mp4'));
      await until(all('done'));
      expect(notices.fileFailed).not.toHaveBeenCalled();
    });

    it('do not send again what was confirmed before a pause', async () => {
      const release = server.hold('sendPart');
      engine.add(HERE, [large('film.mp4', 60 * MB)]);
      await until(() => expect(server.detailsOf('sendPart')).toHaveLength(3));
      release();
      await until(() => expect(server.detailsOf('sendPart').length).toBeGreaterThan(4));
      const hold = server.hold('sendPart');
      engine.pause(idOf('film.mp4'));
      hold();
      engine.resume(idOf('film.mp4'));
      await until(all('done'));
      expect(server.detailsOf('sendPart').filter((part) => part === '1')).toHaveLength(1);
    });

    it('are given up on the server when cancelled', async () => {
      server.hold('sendPart');
      engine.add(HERE, [large('film.mp4', 30 * MB)]);
      await until(() => expect(server.detailsOf('sendPart')).toHaveLength(3));
      engine.cancel(idOf('film.mp4'));
      expect(engine.items()).toEqual([]);
      await until(() => expect(server.detailsOf('abortParts')).toEqual(['u1']));
      expect(notices.fileFailed).not.toHaveBeenCalled();
    });
  });

  it('can be paused before their turn and resumed before the grant arrives, without asking twice', async () => {
    const release = server.hold('start');
    engine.add(HERE, [small('a.jpg')]);
    engine.pause(idOf('a.jpg'));
    engine.resume(idOf('a.jpg'));
    release();
    await until(all('done'));
    expect(server.detailsOf('start')).toHaveLength(1);
  });

  it('free their slot when cancelled', async () => {
    const release = server.hold('sendBytes');
    engine.add(
      HERE,
      Array.from({ length: 6 }, (_, index) => small(`${index}.jpg`)),
    );
    await until(() => expect(status()['4.jpg']).toBe('sending'));
    engine.cancel(idOf('0.jpg'));
    await until(() => expect(status()['5.jpg']).toBe('sending'));
    release();
    await until(all('done'));
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
    await until(all('done'));
  });
});
