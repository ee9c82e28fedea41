import type { ElementView } from '@skyshelf/contracts/browser';
import { opId } from '@skyshelf/contracts';
import { beforeEach, describe, expect, it } from 'vitest';
import '../../../testing/page-globals.js';
import { UploadRig } from '../../../testing/upload-rig.js';
import { OFFLINE, refusal, type UploadServer } from '../../../testing/upload-server.js';
import { ApiFailure } from '../../shared/api/api-error.js';
import type { UploadEngine } from './upload-engine.js';
import { uploadApart } from './upload-apart.js';
import { BUNDLED_BYTES } from './upload-port.js';

const HERE = { url: '/', folderId: 'root' };
const small = (name: string): File => new File([new Uint8Array(10)], name);

describe('uploads', () => {
  let rig: UploadRig;
  let server: UploadServer;
  let engine: UploadEngine;
  const until = (check: () => void): Promise<void> => rig.until(check);
  const untilAll = (status: string): Promise<void> => rig.untilAll(status);
  const status = (): Record<string, string> => rig.status();
  beforeEach(() => {
    rig = new UploadRig({ bundledBytes: -1 });
    ({ server, engine } = rig);
  });

  it('wait as long as they are told, which costs no try', async () => {
    const busy = new ApiFailure({
      status: 429,
      code: 'rate.limited',
      message: 'later',
      retryAfterMs: 30_000,
    });
    server.fail('sendBytes', busy, { times: 20 });
    engine.add(HERE, [small('a.jpg')]);
    await untilAll('done');
    expect(rig.waits).toHaveLength(20);
    expect(rig.waits[0]).toBeGreaterThanOrEqual(30_000);
  });

  it('lose no try to connections that are cut while no one sees the page', async () => {
    rig.hidden = true;
    server.fail('sendBytes', OFFLINE, { times: 20 });
    engine.add(HERE, [small('a.jpg')]);
    await untilAll('done');
  });

  it('ask for a file that was deleted on the way, and the others go on', async () => {
    const gone = small('gone.jpg');
    gone.slice = () => ({ size: 1, arrayBuffer: () => Promise.reject(new Error('NotFoundError')) }) as never;
    server.fail('sendBytes', OFFLINE, { detail: /gone/ });
    engine.add(HERE, [gone, small('b.jpg')]);
    await until(() => expect(status()).toEqual({ 'gone.jpg': 'missing', 'b.jpg': 'done' }));
    expect(rig.waits).toEqual([]);
  });

  it('whose name is taken come under another one, or in place of what has it, as the user says', async () => {
    server.operations = [opId.parse('op-2')];
    server.refuseNames = { '1': '1 already exist.', '2': '2 already exist.', '3': '3 already exist.' };
    engine.add(HERE, ['1', '2', '3'].map(small));
    await until(() => expect(engine.list.taken()).toHaveLength(3));
    const [one = 0, two = 0, three = 0] = engine.list.taken();
    engine.takeAnyway('keep-both', one);
    engine.takeAnyway('replace', two);
    engine.cancel(three);
    await untilAll('done');
    expect(Object.keys(status()).toSorted()).toEqual(['1 (2)', '2']);
    expect(rig.notices.replaced.mock.calls).toEqual([[{ name: '2', operation: 'op-2' }]]);
    expect(engine.list.totals.taken).toBe(0);
    // What takes the place of another file is undone with that.
    await until(() => expect(rig.notices.groupArrived).toHaveBeenCalled());
    const came = rig.notices.groupArrived.mock.calls.flatMap(([, elements]) => elements as ElementView[]);
    expect(came.map(({ linkname }) => linkname)).toEqual(['1']);
  });

  describe('of one file apart from the queue', () => {
    const stop = new AbortController();
    const sent: number[] = [];
    const sending = { signal: stop.signal, onProgress: (bytes: number) => void sent.push(bytes) };
    const one = (file: File) =>
      uploadApart(
        { transport: server, environment: rig.environment },
        { targetFolder: HERE, file, ...sending },
      );

    it('answer the element, large or small', async () => {
      const large = new File([new Uint8Array(BUNDLED_BYTES + 1)], 'large.html');
      expect(await one(small('a.html'))).toMatchObject({ linkname: 'a.html' });
      expect(await one(large)).toMatchObject({ linkname: 'large.html' });
      expect(server.calls.map(({ call }) => call)).toEqual(['sendBundle', 'start', 'sendBytes', 'admit']);
      expect(sent.at(-1)).toBe(BUNDLED_BYTES + 1);
    });

    it('fail in the words of the server', async () => {
      server.fail('sendBundle', refusal(507, 'space.exceeded', 'Not enough disk space.'));
      await expect(one(small('a.html'))).rejects.toThrow('Not enough disk space.');
    });

    it('stop when they are not wanted any more', async () => {
      server.hold('sendBundle');
      const coming = one(small('a.html'));
      stop.abort(new Error('closed'));
      await expect(coming).rejects.toThrow('closed');
    });
  });

  describe('from elsewhere', () => {
    const remote = {
      name: 'a.jpg',
      size: null,
      type: '',
      source: 'url',
      path: 'url/get',
      body: {},
      headers: {},
    } as const;

    it('are fetched by the server, watched, and become elements', async () => {
      const goOn = server.hold('bring');
      engine.bring(HERE, [remote]);
      await until(() => expect(engine.items()).toMatchObject([{ status: 'sending', size: 10, sent: 5 }]));
      goOn();
      await untilAll('done');
      expect(server.calls.map(({ call }) => call)).toEqual(['bring', 'admit']);
    });

    it('can be tried again after a refusal', async () => {
      server.fail('bring', refusal(400, 'upload.failed', 'This address leads to a page, not to a file.'));
      engine.bring(HERE, [remote]);
      await until(() =>
        expect(engine.items()[0]).toMatchObject({ status: 'failed', message: expect.stringMatching(/page/) }),
      );
      engine.resume(...engine.list.idsIn('failed'));
      await untilAll('done');
    });
  });
});
