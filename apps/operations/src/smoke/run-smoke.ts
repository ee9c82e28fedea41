import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { DomainError, type ErrorCode } from '@skyshelf/contracts';
import { z } from 'zod';
import type { Installation } from '../installation.js';
import { issueToken } from '../issue-token.js';
import type { Caller, Report } from '../report.js';

const AWAY: ErrorCode = 'service.unavailable';

class SmokeFailure extends Error {}

const MOST_MS = 30_000;
const AGAIN_MS = 1_000;

/** Calls the API as one user. Retries while it is unreachable: services find each other within half a minute. */
class ApiCalls {
  readonly #until: number;

  constructor(
    private readonly url: string,
    private readonly token: string,
    private readonly signal: AbortSignal,
    patienceMs: number,
  ) {
    this.#until = performance.now() + patienceMs;
  }

  /** @throws SmokeFailure with what was answered instead */
  async json<S extends z.ZodType>(method: string, path: string, body: unknown, schema: S) {
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    const answer = await this.#ask(path, { method, headers, body: JSON.stringify(body) });
    return this.#read(path, answer, schema);
  }

  async send<S extends z.ZodType>(path: string, bytes: Buffer<ArrayBuffer>, grant: string, schema: S) {
    const headers = { 'content-type': 'application/octet-stream', 'upload-grant': grant };
    return this.#read(path, await this.#ask(path, { method: 'PUT', headers, body: bytes }), schema);
  }

  /** @param address as an element names its bytes */
  async file(address: string): Promise<Buffer> {
    const path = `/files/${address.split('/').map(encodeURIComponent).join('/')}`;
    return Buffer.from(await (await this.#ask(path, { method: 'GET', headers: {} })).arrayBuffer());
  }

  async #read<S extends z.ZodType>(path: string, answer: Response, schema: S): Promise<z.infer<S>> {
    const read = schema.safeParse(await answer.json());
    if (read.success) return read.data;
    throw new SmokeFailure(`${path} was answered in another way than it should be.`);
  }

  async #ask(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    const { method, headers } = init;
    const signal = AbortSignal.any([this.signal, AbortSignal.timeout(MOST_MS)]);
    try {
      const authorized = { ...headers, authorization: `Bearer ${this.token}` };
      const answer = await fetch(new URL(path, this.url), { ...init, headers: authorized, signal });
      if (answer.ok) return answer;
      const said = (await answer.text()).slice(0, 300);
      if (said.includes(AWAY) && performance.now() < this.#until) return await this.#askAgain(path, init);
      throw new SmokeFailure(`${method} ${path} was answered by ${answer.status}: ${said}`);
    } catch (error) {
      this.signal.throwIfAborted();
      if (error instanceof SmokeFailure) throw error;
      if (performance.now() < this.#until) return this.#askAgain(path, init);
      throw new SmokeFailure(`${method} ${path} was not answered: ${causeOf(error)}`);
    }
  }

  async #askAgain(path: string, init: RequestInit & { headers: Record<string, string> }): Promise<Response> {
    await pause(AGAIN_MS, undefined, { signal: this.signal });
    return this.#ask(path, init);
  }
}

const causeOf = (error: unknown): string =>
  error instanceof Error
    ? error.cause instanceof Error
      ? error.cause.message
      : error.message
    : String(error);

export interface SmokeOptions {
  url: string;
  /** The user of the local identity provider, who may be new. */
  user: string;
  /** The seconds to wait for an unavailable product at the start. */
  patience: number;
  /** Seconds; 0: not waited for. */
  thumbnail: number;
}

/** The picture has 8 × 8 pixels. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAIAAABLbSncAAAAEUlEQVR42mPQqDiBFTEMLQkAAtVaAbl+5LMAAAAASUVORK5CYII=',
  'base64',
);
const FILE = 'picture.png';
const LOOK_MS = 250;

const docs = <T extends z.ZodType>(type: T) => z.looseObject({ docs: type });
const folderMade = docs(z.looseObject({ _id: z.string() }));
const started = docs(z.array(z.looseObject({ grant: z.string() })).length(1));
const received = z.looseObject({ receipt: z.string() });
const admitted = docs(z.looseObject({ ops: z.array(z.looseObject({ linkurl: z.string() })).length(1) }));
const listed = docs(z.array(z.looseObject({ linkname: z.string(), thumbnailImage: z.string().nullable() })));

/** Signs in, uploads a picture, waits for its thumbnail, downloads and deletes it. */
export async function runSmoke(
  installation: Pick<Installation, 'peers'>,
  { url, user, patience, thumbnail }: SmokeOptions,
  { signal }: Caller,
): Promise<Report & { steps: string[] }> {
  const steps: string[] = [];
  const began = performance.now();
  const passed = (step: string) => steps.push(`${step} (${Math.round(performance.now() - began)} ms)`);
  try {
    const token = await signIn(installation, { user, until: began + patience * 1000, signal });
    passed('signed in');
    await useDrive(new ApiCalls(url, token, signal, patience * 1000), thumbnail, passed);
    return { steps, text: [...steps, 'All is well.'].join('\n'), exitCode: 0 };
  } catch (error) {
    if (!(error instanceof SmokeFailure)) throw error;
    return { steps, text: [...steps, `Failed: ${error.message}`].join('\n'), exitCode: 1 };
  }
}

/** A new pod's network may be late. */
async function signIn(
  installation: Pick<Installation, 'peers'>,
  { user, until, signal }: { user: string; until: number; signal: AbortSignal },
): Promise<string> {
  for (;;) {
    try {
      return (await issueToken(installation, { user })).access_token;
    } catch (error) {
      const isAway = error instanceof DomainError && error.code === 'service.unavailable';
      if (!isAway || performance.now() > until) throw error;
      await pause(LOOK_MS, undefined, { signal });
    }
  }
}

async function useDrive(api: ApiCalls, thumbnailSeconds: number, passed: (step: string) => void) {
  const name = `Smoke test ${randomBytes(4).toString('hex')}`;
  const folder = `/${name}/`;
  const body = { url: '/', obj: { linkname: name, linktype: 'folder' } };
  const { _id } = (await api.json('POST', '/api/add/', body, folderMade)).docs;
  passed('made a folder');
  try {
    const address = await upload(api, folder);
    passed('uploaded');
    if (thumbnailSeconds > 0) {
      await api.file(await thumbnailOf(api, folder, thumbnailSeconds));
      passed('saw the thumbnail');
    }
    if (!PICTURE.equals(await api.file(address)))
      throw new SmokeFailure('What was downloaded is not what was uploaded.');
    passed('downloaded');
  } finally {
    await api.json('DELETE', '/api/delete/', { url: '/', arr: [_id] }, z.unknown());
  }
  passed('deleted');
}

/** @returns the file's address */
async function upload(api: ApiCalls, url: string): Promise<string> {
  const files = [{ name: FILE, size: PICTURE.length, type: 'image/png' }];
  const begun = await api.json('POST', '/api/upload/start', { url, files }, started);
  const { receipt } = await api.send('/api/upload/bytes', PICTURE, begun.docs[0]?.grant ?? '', received);
  const { docs: made } = await api.json('POST', '/api/upload/file/', { url, files: [{ receipt }] }, admitted);
  return made.ops[0]?.linkurl ?? '';
}

async function thumbnailOf(api: ApiCalls, url: string, seconds: number): Promise<string> {
  const deadline = performance.now() + seconds * 1000;
  for (;;) {
    const { docs: elements } = await api.json('POST', '/api/', { url }, listed);
    const found = elements.find(({ linkname }) => linkname === FILE)?.thumbnailImage;
    if (found) return found;
    if (performance.now() > deadline) throw new SmokeFailure(`There is no thumbnail after ${seconds} s.`);
    await pause(LOOK_MS);
  }
}
