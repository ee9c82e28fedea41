import { setTimeout as pause } from 'node:timers/promises';
import { request } from 'node:http';
import type { Person } from './person.js';

interface OpenStream {
  /** Resolves when it has ended, for whatever reason. */
  ended: Promise<void>;
  close(): void;
}

/** Opens the live changes as a browser does, and reports each ring. */
function openLiveStream(
  { scene, token }: Person,
  gateway: number,
  lastVersion: number,
  onRing: (version: number) => void,
): OpenStream {
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const base = scene.client.gateways[gateway % scene.client.gateways.length];
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'text/event-stream',
    ...(lastVersion > 0 && { 'last-event-id': String(lastVersion) }),
  };
  const call = request(new URL('/api/changes/live', base), { headers, agent: false }, (response) => {
    let rest = '';
    response.on('close', resolve);
    response.on('error', () => resolve());
    if (response.statusCode !== 200) return void response.destroy();
    // A heartbeat comes every 20 s: a stream that keeps silent for longer is dead.
    response.setTimeout(30_000, () => response.destroy());
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [, version] = /^id: ?(\d+)$/.exec(line.trim()) ?? [];
        if (version) onRing(Number(version));
      }
    });
  });
  call.setTimeout(15_000, () => call.destroy());
  call.on('error', () => resolve());
  call.end();
  return { ended, close: () => call.destroy() };
}

interface View {
  _id: string;
  folderId: string;
  linkname: string;
  linktype: string;
}
interface Changes {
  version: number;
  resync: boolean;
  elements: View[];
  removed: string[];
}

/** A second client of a drive: it lists once and from then on only follows the live changes. */
export class Mirror {
  private readonly elements = new Map<string, View>();
  private version = -1;
  private heard = 0;
  private stream: OpenStream | null = null;
  private streams = 0;
  private streamName = '';
  private closed = false;
  private catchingUp: Promise<void> | null = null;

  constructor(
    private readonly person: Person,
    private readonly reader: string,
    private readonly gateway: number,
  ) {}

  /** Follows until `close`; connects again when the stream ends. */
  async run(): Promise<void> {
    while (!this.closed) {
      this.streams += 1;
      this.streamName = `${this.person.user}/${this.reader}/${this.streams}`;
      this.stream = openLiveStream(
        this.person,
        this.gateway + this.streams,
        Math.max(0, this.version),
        (version) => this.rang(version),
      );
      await this.stream.ended;
      if (this.closed) return;
      this.ended(false);
      await pause(200);
    }
  }

  /** Waits until it holds the drive's present version, or the time is over; then writes down what it holds. */
  async close(timeoutMs: number): Promise<void> {
    const deadline = performance.now() + timeoutMs;
    const root = await this.get('/api/', { url: '/', folderId: 'root' });
    const { version = 0 } = (root ?? {}) as { version?: number };
    while (Math.min(this.version, this.heard) < version && performance.now() < deadline) {
      await this.catchingUp;
      await pause(50);
    }
    this.closed = true;
    this.ended(true);
    this.stream?.close();
    const { history } = this.person.scene;
    const elements = [...this.elements.values()].map(({ _id, folderId, linkname }) => [
      _id,
      `${folderId}/${linkname}`,
    ]);
    history.add({
      t: 'mirror',
      user: this.person.user,
      reader: this.reader,
      version: this.version,
      elements: Object.fromEntries(elements) as Record<string, string>,
    });
  }

  /** Leaves at once. */
  leave(): void {
    this.closed = true;
    this.stream?.close();
  }

  private ended(open: boolean): void {
    const { scene, user } = this.person;
    scene.history.add({ t: 'stream-end', stream: this.streamName, user, open });
  }

  private rang(version: number): void {
    const { scene, user } = this.person;
    this.heard = version;
    scene.history.add({ t: 'ring', stream: this.streamName, user, version });
    this.catchingUp ??= this.catchUp().finally(() => (this.catchingUp = null));
  }

  private async catchUp(): Promise<void> {
    await undefined; // so that all rings of one chunk count, though there is nothing to fetch for the first
    while (!this.closed && this.version < this.heard) {
      const done = this.version < 0 ? await this.listAll() : await this.askChanges();
      if (!done) await pause(100);
    }
  }

  private async askChanges(): Promise<boolean> {
    const { scene, user } = this.person;
    const since = this.version;
    const answer = await this.get(`/api/changes?since=${since}`);
    if (!answer) return false;
    const { version, resync, elements, removed } = answer as Changes;
    scene.history.add({ t: 'changes', user, reader: this.reader, since, version, resync });
    if (resync) return this.listAll();
    for (const element of elements) this.elements.set(element._id, element);
    for (const id of removed) this.forget(id);
    this.version = version;
    return true;
  }

  /** Of a folder that is gone, all that was in it goes too. */
  private forget(id: string): void {
    this.elements.delete(id);
    for (const { _id, folderId } of [...this.elements.values()]) if (folderId === id) this.forget(_id);
  }

  /** Lists everything from the root down. The smallest version of all listings is the one to go on from. */
  private async listAll(): Promise<boolean> {
    const found = new Map<string, View>();
    let least = Infinity;
    const folders = ['root'];
    for (let folderId = folders.pop(); folderId !== undefined; folderId = folders.pop()) {
      const answer = await this.get('/api/', { url: '/', folderId, defaultLinks: false });
      if (!answer) return false;
      const { docs, version } = answer as { docs: View[]; version: number };
      least = Math.min(least, version);
      for (const view of docs) found.set(view._id, view);
      folders.push(...docs.filter(({ linktype }) => linktype === 'folder').map(({ _id }) => _id));
    }
    this.elements.clear();
    for (const [id, view] of found) this.elements.set(id, view);
    this.version = least;
    return true;
  }

  /** The JSON of a good answer, else null. A folder that is gone is an empty one. */
  private async get(path: string, json?: unknown): Promise<unknown> {
    const method = json === undefined ? 'GET' : 'POST';
    const answer = await this.person
      .send(this.gateway + this.streams, { method, path, json })
      .catch(() => null);
    if (answer?.status === 404) return { docs: [], version: Infinity };
    return answer?.status === 200 ? answer.json : null;
  }
}
