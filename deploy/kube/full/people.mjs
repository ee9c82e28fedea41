import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openHistory } from '../../../chaos/dist/history/history.js';
import { CursorWatch } from '../../../chaos/dist/run/cursor-watch.js';
import { Judgement } from '../../../chaos/dist/run/judgement.js';
import { commandLine } from '../../../chaos/dist/target/operator.js';
import { GatewayClient } from '../../../chaos/dist/workload/gateway-client.js';
import { formerProfile } from '../../../chaos/dist/workload/profiles.js';
import { Shifts } from '../../../chaos/dist/workload/shifts.js';
import { Workload } from '../../../chaos/dist/workload/workload.js';
import { SetupError, say } from '../../../tools/setup/messages.mjs';
import { ROOT } from '../../../tools/setup/paths.mjs';
import { peersOf } from './end-to-end.mjs';
import { gatewayOf, newTokens } from './tokens.mjs';

const USERS = 2;
/** They are not the load: each worker takes a rest after each round. */
const REST_MS = 8_000;
const SESSION_REST_MS = 60_000;
const WATCHED_MS = 30_000;

/** For the checker, which finds what no one names if it is still there. */
export const SOON_SWEPT = {
  settings: { STORAGE_KEEP_UNUSED_DAYS: 0, STORAGE_SWEEP_SECONDS: 5, STORAGE_ANNOUNCE_SECONDS: 1 },
};

/** People whose commands are written down, for the checker of chaos to judge what is left of them. */
export class People {
  constructor(release) {
    this.release = release;
    this.folder = mkdtempSync(join(tmpdir(), 'skyshelf-people-'));
    this.tokens = new Map();
  }

  async begin() {
    this.url = await gatewayOf(this.release);
    this.history = openHistory(join(this.folder, 'history.jsonl'));
    this.client = new GatewayClient([this.url]);
    this.shifts = new Shifts();
    const scene = {
      seed: 'kube',
      history: this.history,
      client: this.client,
      belongings: new Map(),
      stopping: () => this.shifts.isOver,
      token: async (user) => (await newTokens(this.release, 1, `person-${user}`))[0],
    };
    this.history.add({
      t: 'run',
      seed: 'kube',
      mode: 'cluster',
      users: USERS,
      began: new Date().toISOString(),
    });
    this.workload = new Workload(scene, unhurried(formerProfile(USERS)), this.shifts);
    await this.workload.start();
  }

  rest() {
    return this.workload.rest();
  }

  /**
   * Nothing may hold this machine off the servers any more.
   * @throws {SetupError} when the checker finds something
   */
  async judge() {
    const target = { gateways: [this.url], endState: await this.#endState() };
    await this.#workWatched(target.endState);
    const judgement = new Judgement(target, this.history, this.workload, {
      folder: this.folder,
      progress: say,
    });
    if ((await judgement.pass(true)) !== 0)
      throw new SetupError(`The checker found something: ${this.folder}`);
    return `${this.history.acknowledged()} commands acknowledged`;
  }

  async end() {
    this.shifts?.end();
    await this.workload?.forsakeMirrors();
    this.history?.close();
    this.client?.close();
  }

  forget() {
    rmSync(this.folder, { recursive: true });
  }

  /** Policies keep the watch away before. */
  async #workWatched(endState) {
    const watch = new CursorWatch(endState, this.history);
    this.shifts.goOn();
    await pause(WATCHED_MS);
    await this.rest();
    watch.note();
    await watch.close();
  }

  async #endState() {
    const [s3, keys] = await Promise.all(['s3', 'keys'].map((name) => secretOf(this.release, name)));
    const keysFile = join(this.folder, 'keys.json');
    writeFileSync(keysFile, keys['keys.json'], { mode: 0o600 });
    return {
      mongodbUri: await mongodbOf(this.release),
      databasePrefix: '',
      hasOthers: true,
      objects: {
        endpoint: `http://${await addressOf(this.release, 's3')}:7070`,
        bucket: 'skyshelf',
        region: 'us-east-1',
        accessKey: s3['access-key'],
        secretKey: s3['secret-key'],
      },
      fsck: {
        command: commandLine(ROOT, 'fsck'),
        env: { SKYSHELF_KEYS_FILE: keysFile, SKYSHELF_PEERS: await peersOf(this.release) },
      },
    };
  }
}

/** Of an evaluation, for who may reach its pods. */
export async function mongodbOf(release) {
  const { password } = await secretOf(release, 'mongodb');
  const host = await addressOf(release, 'mongodb');
  return `mongodb://skyshelf:${password}@${host}:27017/?authSource=admin&directConnection=true`;
}

async function secretOf(release, name) {
  const { data } = await release.get('secret', `shelf-skyshelf-${name}`);
  const text = (value) => Buffer.from(value, 'base64').toString();
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, text(value)]));
}

const addressOf = async (release, server) =>
  (await release.get('pod', `shelf-skyshelf-${server}-0`)).status.podIP;

function unhurried(profile) {
  const slower = (workers) =>
    Object.fromEntries(
      Object.entries(workers).map(([name, worker]) => [
        name,
        (actor, folder) => {
          const round = worker(actor, folder);
          return () => round().then(() => pause(name === 'sessions' ? SESSION_REST_MS : REST_MS));
        },
      ]),
    );
  return { ...profile, each: slower(profile.each), some: slower(profile.some) };
}
