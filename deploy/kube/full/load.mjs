import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { routes } from '../../../libs/contracts/dist/index.js';
import { apiClient, eventually, uploadFile } from '../../../libs/testing/dist/index.js';
import { ResumingStream } from '../../../e2e/dist/cluster/resuming-stream.js';
import { uploadSlowly } from '../../../e2e/dist/cluster/slow-upload.js';
import { sendSteadily, warmUp } from '../../../e2e/dist/cluster/steady-requests.js';
import { SetupError } from '../../../tools/setup/messages.mjs';
import { programPath } from '../programs.mjs';
import { gatewayOf, newTokens } from './tokens.mjs';

const USERS = 20;
const UPLOADS = 3;
const CONNECTIONS = 8;
const PER_SECOND = 110;
const LEAST_PER_SECOND = 100;
const ASIDE_MS = 500;
const STREAM_MS = 60_000;
/** The port to which browsers of an evaluation send parts of files (evaluation.s3.localPort). */
const STORE_PORT = 7070;

/**
 * Simulates users of an installation while something happens to it: folders opened, names changed, changes followed,
 * files sent at once and in parts, sources asked for.
 */
export class Load {
  /** @param release where the gateway and its keys are found */
  constructor(release) {
    this.release = release;
  }

  /** Signs users in, lets each follow the changes of an item of theirs, and begins uploads that last until `end`. */
  async begin() {
    this.url = await gatewayOf(this.release);
    await reachStore(this.release);
    const [token, ...tokens] = await newTokens(this.release, USERS + 1);
    this.aside = apiClient(this.url, token);
    this.users = await Promise.all(
      tokens.map(async (each) => {
        const client = apiClient(this.url, each, { connections: CONNECTIONS });
        const obj = { linkname: 'Item', linktype: 'folder' };
        const { docs } = await client.call(routes.addElement, { body: { url: '/', obj } });
        return { token: each, client, item: docs._id };
      }),
    );
    await warmUp(this.users, CONNECTIONS);
    this.streams = this.users.map((user) => new ResumingStream(this.url, user.token, user.client));
    await eventually(() => this.streams.every(({ version }) => version > 0));
    this.uploads = this.users
      .slice(0, UPLOADS)
      .map(({ client }, index) => uploadSlowly(this.url, client, `slow ${index}.bin`));
    for (const { done } of this.uploads) done.catch(() => {});
  }

  /**
   * Sends requests at a steady rate, whether or not others have ended, while `work` is done.
   * @returns figures of them
   * @throws {SetupError} when one fails, they were too few, or a stream has missed a change
   */
  async during(work) {
    const before = this.#streamFigures();
    const requests = sendSteadily(this.users, PER_SECOND);
    const aside = this.#sendAside();
    try {
      await work();
    } finally {
      await aside.stop();
      this.outcome = await requests.stop();
    }
    const { sent, seconds, longestMs, failures } = this.outcome;
    const after = this.#streamFigures();
    const figures = {
      requests: sent,
      seconds: Math.round(seconds),
      perSecond: Math.round(sent / seconds),
      failed: failures.length,
      longestMs,
      asideRequests: aside.sent,
      asideFailed: aside.failures.length,
      events: after.events - before.events,
      resumed: after.resumed - before.resumed,
    };
    const gaps = await this.#gaps();
    const wrong = [...failures, ...aside.failures, ...gaps];
    if (figures.perSecond < LEAST_PER_SECOND) wrong.push(`only ${figures.perSecond} requests a second`);
    return { figures: { ...figures, gaps: gaps.length }, wrong };
  }

  /** @returns what is wrong with the uploads that have lasted since `begin` */
  async end() {
    for (const upload of this.uploads) upload.finish();
    const wrong = await Promise.all(
      this.uploads.map(async ({ done }, index) => {
        try {
          const { linkurl, sha256 } = await done;
          const found = await this.#hashOf(linkurl, this.users[index].token);
          return found === sha256
            ? []
            : [`upload ${index} has arrived with the hash ${found}, not ${sha256}`];
        } catch (error) {
          return [`upload ${index}: ${error.message}`];
        }
      }),
    );
    await Promise.all(this.streams.map((stream) => stream.close()));
    for (const { client } of [...this.users, { client: this.aside }]) client.close();
    return wrong.flat();
  }

  /**
   * Small files, which pass through storage to the store, and the sources, which the gateway tells also while
   * the one pod of Companion moves.
   */
  #sendAside() {
    const state = { sent: 0, failures: [] };
    const underWay = new Set();
    let isOver = false;
    const send = async () => {
      const bytes = randomBytes(8 * 1024);
      await uploadFile(this.aside, { name: `${randomUUID()}.bin`, type: 'application/octet-stream', bytes });
      const { sources } = await this.aside.call(routes.listSources);
      if (!sources.some(({ name, on }) => name === 'url' && on)) throw new Error('Companion is away');
    };
    const running = (async () => {
      while (!isOver) {
        state.sent += 4;
        const at = new Date().toISOString().slice(11, 23);
        const call = send()
          .catch((error) => void state.failures.push(`${at}: ${error.message}`))
          .finally(() => underWay.delete(call));
        underWay.add(call);
        await pause(ASIDE_MS);
      }
      await Promise.all(underWay);
    })();
    return Object.assign(state, {
      stop: () => {
        isOver = true;
        return running;
      },
    });
  }

  #streamFigures() {
    const sum = (field) => this.streams.reduce((all, each) => all + each[field], 0);
    return { events: sum('events'), resumed: sum('resumed') };
  }

  /** Compares what each stream has told with the folder itself. */
  async #gaps() {
    const found = await Promise.all(
      this.users.map(async ({ client }, index) => {
        const stream = this.streams[index];
        const listing = await client
          .call(routes.listFolder, { body: { url: '/' } })
          .catch(({ message }) => ({ message }));
        if (listing.message) return [`stream ${index}: its folder: ${listing.message}`];
        await eventually(() => stream.version >= listing.version, { timeoutMs: STREAM_MS }).catch(() => {});
        const wrong = stream.failures.splice(0);
        if (stream.version !== listing.version) wrong.push(`is at ${stream.version} of ${listing.version}`);
        const names = listing.docs.map(({ _id, linkname }) => `${_id} ${linkname}`);
        const shown = [...stream.shown].map((each) => each.join(' '));
        if (String(names.sort()) !== String(shown.sort())) wrong.push(`has told ${shown}, not ${names}`);
        return wrong.map((each) => `stream ${index}: ${each}`);
      }),
    );
    return found.flat();
  }

  async #hashOf(linkurl, token) {
    const address = `${this.url}/files/${linkurl.split('/').map(encodeURIComponent).join('/')}`;
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
    if (!answer.ok) throw new Error(`status ${answer.status}`);
    return createHash('sha256')
      .update(Buffer.from(await answer.arrayBuffer()))
      .digest('hex');
  }
}

/** Lets browsers send parts to the store, as the chart's notes say, until the cluster ends. */
export const reachStore = (release) => forward(release, 'service/shelf-skyshelf-s3', STORE_PORT);

/** kubectl ends with the first connection that a pod breaks off. */
const AGAIN = 'trap "kill 0" TERM; while :; do "$@" & wait $!; sleep 0.2; done';

export function forward({ cluster, namespace }, target, ...ports) {
  const words = ['--kubeconfig', cluster.kubeconfig, '--namespace', namespace, 'port-forward', target];
  const command = ['bash', '-c', AGAIN, 'forward', programPath('kubectl'), ...words, ...ports.map(String)];
  return cluster.processes.start(`port-forward-${ports[0]}`, command, () => listens(ports[0]));
}

const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (isThere) => (socket.destroy(), resolve(isThere));
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

/** @throws {SetupError} with what is wrong, when something is */
export function expectNone(wrong) {
  if (wrong.length === 0) return;
  throw new SetupError(`${wrong.length} times something went wrong:\n${wrong.slice(0, 40).join('\n')}`);
}
