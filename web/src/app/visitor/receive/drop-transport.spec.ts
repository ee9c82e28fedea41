import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keptItems } from '../../../../testing/page-globals.js';
import { UploadRig } from '../../../../testing/upload-rig.js';
import { startSession } from '../../../shared/session/current-session.js';
import { beginVisit } from '../../../shared/session/visit.js';
import { dropTransport, sendingTarget } from './drop-transport.js';
import { SentFiles } from './sent-files.js';

type Files = { name: string; path?: string[]; receipt?: string }[];
interface Sent {
  sending: string;
  sender?: string;
  files: Files;
  uploads: string[];
}

const file = (name: string) => new File([new Uint8Array(10)], name);

describe('files that are sent by a link', () => {
  const calls: { path: string; body: Sent }[] = [];
  let refused: string | null = null;
  let late: true[] = [];
  const answers: Record<string, (body: Sent) => object> = {
    '/api/drop/start': ({ files }) => ({
      docs: files
        .map(({ name }, index) => ({ index, uploadId: `u-${name}`, name, grant: `g-${name}`, how: 'single' }))
        .filter(({ name }) => name !== refused),
      warnings: files.flatMap(({ name }, index) =>
        name === refused ? [{ index, name, code: 'drop.limit', message: 'Only pictures are taken.' }] : [],
      ),
    }),
    '/api/drop/file': ({ files }) =>
      late.pop()
        ? { received: [], warnings: [{ index: 0, name: '', code: 'drop.over', message: 'Send it again.' }] }
        : { received: [...files.keys()], warnings: [] },
    '/api/drop/state': ({ uploads }) => ({
      docs: uploads.map((uploadId) => ({ uploadId, state: uploadId === 'u-2.png' ? 'waiting' : 'received' })),
    }),
  };
  /** Bytes go by it, because fetch tells of no progress. */
  class Request {
    static readonly sent: string[] = [];
    readonly upload = { addEventListener: () => undefined };
    readonly #heard: Record<string, () => void> = {};
    status = 200;
    responseText = '';
    open(_: string, url: string): void {
      Request.sent.push(url);
    }
    setRequestHeader(name: string, value: string): void {
      if (name === 'upload-grant') this.responseText = JSON.stringify({ receipt: `r-${value}` });
    }
    getResponseHeader = () => null;
    addEventListener(name: string, heard: () => void): void {
      this.#heard[name] = heard;
    }
    send(): void {
      queueMicrotask(() => this.#heard.load?.());
    }
  }
  const lost = vi.fn();
  let sent: SentFiles;
  let rig: UploadRig;

  beforeEach(() => {
    calls.length = 0;
    refused = null;
    Request.sent.length = 0;
    keptItems.clear();
    lost.mockClear();
    beginVisit('l1');
    startSession({ accessToken: 't', idToken: '', expiresAt: Date.now() + 60_000 });
    vi.stubGlobal('XMLHttpRequest', Request);
    vi.stubGlobal('fetch', async (address: string, { body }: { body: string }) => {
      const path = address.replace('/s/-/l1', '');
      calls.push({ path, body: JSON.parse(body) as Sent });
      const answer = answers[path]?.(JSON.parse(body) as Sent);
      const error = { code: 'share.not-found', message: 'gone' };
      return answer ? Response.json(answer) : Response.json({ error }, { status: 404 });
    });
    sent = new SentFiles('l1');
    const transport = dropTransport({ sent, sender: () => 'Ines', lost });
    rig = new UploadRig({ transport, bundledBytes: -1 });
  });
  afterEach(() => {
    beginVisit('');
    vi.unstubAllGlobals();
  });
  const started = () => calls.filter(({ path }) => path === '/api/drop/start').map(({ body }) => body);

  it('name the folders that they lie in, and are one sending', async () => {
    const target = sendingTarget();
    const group = rig.engine.openGroup();
    rig.engine.addTo(group, target, [{ file: file('1.png') }]);
    rig.engine.addTo(group, target, [{ file: file('2.png'), path: ['Lisbon', 'Tram (2)'] }]);
    rig.engine.closeGroup(group);
    await rig.untilAll('done');
    expect(started().flatMap(({ files }) => files.map(({ name, path }) => [name, path]))).toEqual([
      ['1.png', []],
      ['2.png', ['Lisbon', 'Tram (2)']],
    ]);
    const names = started().map(({ sending, sender }) => `${sending} ${sender}`);
    expect(new Set(names)).toEqual(new Set([`${target.folderId} Ines`]));
    expect(new Set(Request.sent)).toEqual(new Set(['/s/-/l1/api/upload/bytes']));
  });

  it('are listed once the server says that they have arrived', async () => {
    rig.engine.add(sendingTarget(), [file('1.png'), file('2.png')]);
    await rig.untilAll('done');
    await sent.refresh();
    expect(sent.arrived().map(({ name, size }) => [name, size])).toEqual([['1.png', 10]]);
    const later = new SentFiles('l1');
    await later.refresh();
    expect(later.arrived()).toEqual(sent.arrived());
    const ofAnother = new SentFiles('l2');
    await ofAnother.refresh();
    expect(ofAnother.arrived()).toEqual([]);
  });

  it('say why the link does not take them, and the others go', async () => {
    refused = 'run.exe';
    rig.engine.add(sendingTarget(), [file('1.png'), file('run.exe')]);
    await rig.until(() => expect(rig.status()).toEqual({ '1.png': 'done', 'run.exe': 'refused' }));
    expect(rig.engine.list.get(rig.idOf('run.exe'))?.message).toBe('Only pictures are taken.');
    const deep = Array.from({ length: 21 }, (_, level) => `d${level}`);
    rig.engine.addTo(rig.engine.openGroup(), sendingTarget(), [{ file: file('deep.png'), path: deep }]);
    await rig.until(() => expect(rig.status()).toMatchObject({ 'deep.png': 'refused' }));
    expect(rig.engine.list.get(rig.idOf('deep.png'))?.message).toContain('at most 20 levels');
  });

  it('can be sent again when they came too late', async () => {
    late = [true];
    rig.engine.add(sendingTarget(), [file('1.png')]);
    await rig.untilAll('failed');
    expect(rig.engine.items()[0]).toMatchObject({ message: 'Send it again.', grant: null, receipt: null });
    rig.engine.resume(rig.idOf('1.png'));
    await rig.untilAll('done');
    expect(started()).toHaveLength(2);
  });

  it('stop when the link is closed', async () => {
    vi.stubGlobal('fetch', async () =>
      Response.json({ error: { code: 'share.not-found', message: 'gone' } }, { status: 404 }),
    );
    rig.engine.add(sendingTarget(), [file('1.png')]);
    await rig.until(() => expect(lost).toHaveBeenCalled());
  });
});
