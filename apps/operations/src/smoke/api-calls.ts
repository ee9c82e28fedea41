import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { ErrorCode } from '@skyshelf/contracts';
import type { z } from 'zod';

const AWAY: ErrorCode = 'service.unavailable';

export class SmokeFailure extends Error {}

const MOST_MS = 30_000;
const AGAIN_MS = 1_000;

/** As one user. Retries the unreachable: services find each other within half a minute. */
export class ApiCalls {
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
