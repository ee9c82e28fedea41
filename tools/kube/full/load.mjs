import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mustRun } from '../../images/must-run.mjs';
import { podNetworks } from '../network.mjs';
import { productNode } from '../../setup/node-version.mjs';
import { ROOT } from '../../setup/paths.mjs';

const USERS = 10;
const STEPS_A_SECOND = 16;
const MOST_MS = 30_000;

/** What people do with an installation while something happens to it: folders opened, names changed, files sent, sources asked for. */
export class Load {
  #latencies = [];
  #failures = [];

  /** @param release where the gateway and its keys are found */
  constructor(release) {
    this.release = release;
  }

  /** Signs users in, each with an item of theirs. */
  async prepare() {
    const { spec } = await this.release.get('service', 'shelf-skyshelf-gateway');
    this.url = `http://${spec.clusterIP}:8080`;
    this.users = [];
    for (const token of await this.#tokens()) {
      const obj = { linkname: 'Item', linktype: 'folder' };
      const { docs } = await this.#call({ token }, 'prepare', '/api/add/', { url: '/', obj });
      this.users.push({ token, item: docs._id });
    }
    this.#failures = [];
    this.#latencies = [];
  }

  /** As an operator gets them: by the keys of the installation. */
  async #tokens() {
    const folder = mkdtempSync(join(tmpdir(), 'skyshelf-load-'));
    try {
      const { data } = await this.release.get('secret', 'shelf-skyshelf-keys');
      const keys = join(folder, 'keys.json');
      writeFileSync(keys, Buffer.from(data['keys.json'], 'base64'), { mode: 0o600 });
      const { items } = await this.release.get('pods', '--selector=app.kubernetes.io/component=gateway');
      const env = {
        ...{ ...process.env, SKYSHELF_KEYS_FILE: keys },
        SKYSHELF_PEERS: `gateway=http://${items[0].status.podIP}:8081`,
      };
      const cli = join(ROOT, 'apps/operations/dist/cli.js');
      const tokens = [];
      // Policies let no one else in at the internal port.
      const network = (await podNetworks(this.release.cluster.settings)).get(items[0].status.podIP);
      for (let user = 0; user < USERS; user += 1) {
        const words = [`--net=${network}`, productNode(), cli, 'token', '--user', `load-${randomUUID()}`];
        tokens.push(await mustRun('nsenter', words, { env }));
      }
      return tokens;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }

  /** Begins steps at their times, whether or not others have ended, until `isOver`. @returns figures of all requests */
  async run(isOver) {
    const began = performance.now();
    const steps = [];
    for (let turn = 0; !isOver(); turn += 1) {
      await pause(Math.max(0, began + (turn * 1000) / STEPS_A_SECOND - performance.now()));
      steps.push(this.#step(turn));
    }
    await Promise.all(steps);
    const seconds = (performance.now() - began) / 1000;
    const sorted = this.#latencies.sort((one, other) => one - other);
    const at = (share) => Math.round(sorted[Math.floor(sorted.length * share)] ?? 0);
    return {
      ...{
        requests: sorted.length,
        perSecond: Math.round(sorted.length / seconds),
        seconds: Math.round(seconds),
      },
      ...{ p50: at(0.5), p95: at(0.95), max: at(0.9999), failures: this.#failures },
    };
  }

  /** Never throws: what fails is noted. */
  async #step(turn) {
    const user = this.users[turn % this.users.length];
    try {
      if (turn % 8 === 0) await this.#upload(user, turn);
      else if (turn % 8 === 1)
        await this.#call(user, 'rename', '/api/edit/', {
          url: '/',
          id: user.item,
          obj: { linkname: `Item ${turn}` },
        });
      else if (turn % 8 === 2) await this.#sources(user);
      else await this.#call(user, 'list', '/api/', { url: '/' });
    } catch {
      // It stands among the failures.
    }
  }

  async #upload(user, turn) {
    const bytes = randomBytes(8 * 1024);
    const url = '/';
    const files = [{ name: `file ${turn}.bin`, size: bytes.length, type: 'application/octet-stream' }];
    const { docs } = await this.#call(user, 'upload start', '/api/upload/start', { url, files });
    const headers = { 'upload-grant': docs[0].grant, 'content-type': 'application/octet-stream' };
    const { receipt } = await this.#ask(user, 'upload bytes', '/api/upload/bytes', {
      method: 'PUT',
      headers,
      body: bytes,
    });
    await this.#call(user, 'upload file', '/api/upload/file/', { url, files: [{ receipt }] });
  }

  /** The gateway says at once when Companion is away. */
  async #sources(user) {
    const { sources } = await this.#ask(user, 'sources', '/api/sources', {});
    if (!sources.some(({ name, on }) => name === 'url' && on)) this.#note('sources', 'Companion is away');
  }

  #call(user, kind, path, body) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return this.#ask(user, kind, path, { method: 'POST', headers, body: JSON.stringify(body) });
  }

  async #ask({ token }, kind, path, init) {
    const began = performance.now();
    const headers = { ...init.headers, authorization: `Bearer ${token}` };
    try {
      const signal = AbortSignal.timeout(MOST_MS);
      const answer = await fetch(`${this.url}${path}`, { ...init, headers, signal });
      const body = await answer.json();
      if (answer.ok) return body;
      throw new Error(`${answer.status} ${body.error?.code}`);
    } catch (error) {
      this.#note(kind, error.cause ? `${error.message}: ${error.cause.message}` : error.message);
      throw error;
    } finally {
      this.#latencies.push(performance.now() - began);
    }
  }

  #note(kind, what) {
    this.#failures.push(`${new Date().toISOString().slice(11, 23)} ${kind}: ${what}`);
  }
}
