import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { mustRun } from '../../images/must-run.mjs';
import { productNode } from '../../setup/node-version.mjs';
import { ROOT } from '../../setup/paths.mjs';

const USERS = 4;
const RATE = 15;
const SOURCES_MS = 200;

/** What people do with an installation while something happens to it. */
export class Load {
  constructor(release, folder) {
    this.release = release;
    this.folder = mkdtempSync(join(folder ?? tmpdir(), 'skyshelf-load-'));
  }

  /** Signs users in, each with an item in the root and a folder for uploads. */
  async prepare() {
    const { spec } = await this.release.get('service', 'shelf-skyshelf-gateway');
    this.url = `http://${spec.clusterIP}:8080`;
    const tokens = await this.#tokens();
    const people = [];
    for (const token of tokens) {
      const item = await this.#makeFolder(token, 'Renamed');
      await this.#makeFolder(token, 'Uploads');
      people.push({ token, item });
    }
    this.people = people;
    writeFileSync(join(this.folder, 'people.json'), JSON.stringify(people));
  }

  /** Of these users, as an operator gets them: by the keys of the installation. */
  async #tokens() {
    const { data } = await this.release.get('secret', 'shelf-skyshelf-keys');
    const keys = join(this.folder, 'keys.json');
    writeFileSync(keys, Buffer.from(data['keys.json'], 'base64'), { mode: 0o600 });
    const selector = '--selector=app.kubernetes.io/component=gateway';
    const { items } = await this.release.get('pods', selector);
    const env = {
      ...process.env,
      SKYSHELF_KEYS_FILE: keys,
      SKYSHELF_PEERS: `gateway=http://${items[0].status.podIP}:8081`,
    };
    const cli = join(ROOT, 'apps/operations/dist/cli.js');
    const names = Array.from({ length: USERS }, (_, index) => `load-${index}`);
    return Promise.all(names.map((name) => mustRun(productNode(), [cli, 'token', '--user', name], { env })));
  }

  async #makeFolder(token, linkname) {
    const answer = await fetch(`${this.url}/api/add/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: '/', obj: { linkname, linktype: 'folder' } }),
    });
    if (!answer.ok) throw new Error(`A folder was not made: ${answer.status} ${await answer.text()}`);
    return (await answer.json()).docs._id;
  }

  /** @returns figures of all requests, of k6 and of those to Companion, when the seconds are over */
  async run(seconds) {
    const { runMix } = await import(join(ROOT, 'bench/dist/k6-run.js'));
    const until = Date.now() + seconds * 1000;
    const [mix, sources] = await Promise.all([
      runMix({
        ...{ url: this.url, script: 'browse-upload-rename.js', people: join(this.folder, 'people.json') },
        ...{ folder: this.folder, rate: RATE, seconds, strict: false },
      }),
      this.#askSources(until),
    ]);
    return { ...mix, sources };
  }

  /** The gateway says at once when Companion is away. */
  async #askSources(until) {
    const headers = { authorization: `Bearer ${this.people[0].token}` };
    const result = { asked: 0, failed: [] };
    for (; Date.now() < until; await pause(SOURCES_MS)) {
      result.asked += 1;
      const answer = await fetch(`${this.url}/api/sources`, { headers }).catch((error) => error);
      const sources = answer.ok ? (await answer.json()).sources : [];
      if (!sources.some(({ name, on }) => name === 'url' && on))
        result.failed.push(
          `${new Date().toISOString()} ${answer.status ?? answer.cause ?? answer} ${JSON.stringify(sources[0] ?? '')}`,
        );
    }
    return result;
  }

  clean() {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
