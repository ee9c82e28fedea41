import { beforeEach, describe, expect, it, vi } from 'vitest';
import { OFFLINE, refusal, UploadServer } from '../../../testing/upload-server.js';
import { BUNDLED_BYTES } from './upload-port.js';
import { UploadEngine } from './upload-engine.js';

const HERE = { url: '/', folderId: 'root' };
const files = (count: number, size = 10): File[] =>
  Array.from({ length: count }, (_, index) => new File([new Uint8Array(size)], `${index}.jpg`));

describe('small files', () => {
  let server: UploadServer;
  let engine: UploadEngine;
  let remembered: Record<number, string>;
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
    remembered = {};
    let keys = 0;
    const environment = {
      now: () => 0,
      newKey: () => `key-${(keys += 1)}`,
      parts: {
        of: () => remembered,
        keep: (_: string, etags: Readonly<Record<number, string>>) => void (remembered = etags),
      },
      beginTrace: () => ({ traceparent: 'trace', end: () => undefined }),
      waitBeforeTry: async () => undefined,
      isHidden: () => false,
    };
    const deps = { transport: server, environment, notices, byteRequests: 4, bundledBytes: BUNDLED_BYTES };
    engine = new UploadEngine(deps);
  });

  it('go ten in a call, which makes them elements at once', async () => {
    engine.add(HERE, files(23));
    await until(all('done'));
    const sizes = server.detailsOf('sendBundle').map((names) => names.split(',').length);
    expect(sizes.toSorted((a, b) => a - b)).toEqual([3, 10, 10]);
    expect(server.bundledBytes.toSorted((a, b) => a - b)).toEqual([30, 100, 100]);
    expect(server.calls.filter(({ call }) => call !== 'sendBundle')).toEqual([]);
    expect(engine.items()[0]).toMatchObject({ elementId: 'e-0.jpg', sent: 10 });
    expect(notices.groupArrived).toHaveBeenCalledTimes(1);
  });

  it('leave one in parts to go on with those that were confirmed before a reload of the page', async () => {
    remembered = { 1: 'etag of before' };
    const [large] = files(1, 9 * 1024 * 1024);
    engine.add(HERE, large ? [large] : []);
    await until(() => expect(server.confirmed).toEqual([{ partNumber: 1, etag: 'etag of before' }]));
    await until(all('done'));
    expect(remembered).toEqual({});
  });

  it('leave larger ones to go by themselves', async () => {
    const [large] = files(1, BUNDLED_BYTES + 1);
    engine.add(HERE, [...files(2).slice(1), ...(large ? [large] : [])]);
    await until(all('done'));
    expect(server.detailsOf('sendBundle')).toEqual(['1.jpg']);
    expect(server.detailsOf('sendBytes')).toEqual(['0.jpg']);
  });

  it('say which of them are refused', async () => {
    server.refuseAdmission = { '1.jpg': '1.jpg already exist.' };
    engine.add(HERE, files(3));
    await until(() => expect(status()).toEqual({ '0.jpg': 'done', '1.jpg': 'refused', '2.jpg': 'done' }));
    expect(notices.warned).toHaveBeenCalledWith(expect.objectContaining({ message: '1.jpg already exist.' }));
  });

  it('come once though the answer is lost', async () => {
    server.loseAnswers = true;
    server.fail('sendBundle', OFFLINE, { times: 3 });
    engine.add(HERE, files(2));
    await until(all('done'));
    expect(new Set(server.keysOf('sendBundle')).size).toBe(1);
    expect(server.admitted).toEqual([['0.jpg', '1.jpg']]);
  });

  it('are sent again as the same bundle when one of them is tried again by hand', async () => {
    server.fail('sendBundle', OFFLINE, { times: 8 });
    engine.add(HERE, files(2));
    await until(all('failed'));
    engine.resume(idOf('1.jpg'));
    await until(all('done'));
    expect(new Set(server.keysOf('sendBundle')).size).toBe(1);
    expect(server.detailsOf('sendBundle').at(-1)).toBe('0.jpg,1.jpg');
  });

  it('go without the one that was given up after a failure', async () => {
    server.fail('sendBundle', refusal(507, 'disk.full'));
    engine.add(HERE, files(2));
    await until(all('failed'));
    engine.cancel(idOf('0.jpg'));
    engine.resume(idOf('1.jpg'));
    await until(all('done'));
    expect(server.detailsOf('sendBundle')).toEqual(['0.jpg,1.jpg', '1.jpg']);
    expect(new Set(server.keysOf('sendBundle')).size).toBe(2);
  });

  it('ask for one that can not be read, and the others go in a bundle of their own', async () => {
    const [, gone] = files(2);
    gone!.arrayBuffer = () => Promise.reject(new Error('NotReadableError'));
    engine.add(HERE, [...files(1), gone!]);
    await until(() => expect(status()).toEqual({ '0.jpg': 'done', '1.jpg': 'missing' }));
    expect(server.detailsOf('sendBundle')).toEqual(['0.jpg']);
    expect(engine.provide([gone!])).toBe(1);
  });

  it('wait while they are paused', async () => {
    const goOn = server.hold('sendBundle');
    engine.add(HERE, files(60));
    await until(() => expect(server.detailsOf('sendBundle')).toHaveLength(4));
    engine.pause(idOf('59.jpg'));
    goOn();
    await until(() => expect(Object.values(status()).filter((one) => one === 'done')).toHaveLength(59));
    engine.resume(idOf('59.jpg'));
    await until(all('done'));
  });
});
