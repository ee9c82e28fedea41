import type { Readable } from 'node:stream';
import { Pool, type Dispatcher } from 'undici';
import { failureOf } from './connection-errors.js';
import { LateBody } from './late-body.js';
import { ReplicaChoice } from './replica-choice.js';

export interface ReplicaPoolsOptions {
  /** Connections to each replica at most; null for as many as there are calls. */
  connections: number | null;
  /** Until the head of the answer, milliseconds. */
  headersTimeoutMs: number;
  /** Between two pieces of an answer, milliseconds; 0 waits for ever. */
  bodyTimeoutMs?: number;
  choice?: ReplicaChoice;
}

export interface ReplicaRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string | Uint8Array | Readable | null;
  /** Calls with the same key go to the same replica while it is well. */
  key?: string;
  /** Doing it twice does no harm: it reads, or carries an idempotency key. */
  repeatable: boolean;
  /** Only one replica has it: after an answer of 410 the next one is asked. */
  heldByOne?: boolean;
  signal?: AbortSignal;
}

/** Until a connection stands, milliseconds: the others are in the same building. */
const CONNECT_TIMEOUT_MS = 2_000;

/** What a replica that is about to stop is spared after it said so, milliseconds; each further answer says it again. */
const LEAVING_ASIDE_MS = 1_000;

/**
 * Kept connections to all replicas of a service. A call goes on to the next replica when the first could not be reached at all, and, if it may be repeated
 * and its body is still whole, when it broke off before an answer or was about to stop. An answer that says `Connection: close` comes from a replica
 * that is leaving: the others are asked first from then on.
 */
export class ReplicaPools {
  private readonly pools: ReadonlyMap<string, Pool>;
  readonly choice: ReplicaChoice;

  /** @param addresses `http://host:port`, or `unix:/path/of/socket` */
  constructor(addresses: readonly string[], options: ReplicaPoolsOptions) {
    this.choice = options.choice ?? new ReplicaChoice(addresses);
    this.pools = new Map(addresses.map((address) => [address, poolTo(address, options)]));
  }

  /** @throws what the last replica that could be asked gave, as undici has it; the signal's reason when it is aborted */
  async request(request: ReplicaRequest): Promise<Dispatcher.ResponseData> {
    const order = this.choice.order(request.key);
    // A lone replica is asked again over a new connection: the kept one may just have been closed.
    const addresses = order.length === 1 ? [...order, ...order] : order;
    let failure: unknown = new Error('There is no replica to ask.');
    let gone: Dispatcher.ResponseData | null = null;
    for (const [at, address] of addresses.entries()) {
      const body = bodyOf(request);
      try {
        const answer = await this.send(address, request, body);
        const isLast = at === addresses.length - 1;
        if (!isLast && refusesAsLeaving(answer) && isWhole(body)) {
          await answer.body.dump();
          continue;
        }
        await gone?.body.dump();
        if (isLast || !request.heldByOne || answer.statusCode !== GONE) return answer;
        gone = answer;
      } catch (error) {
        failure = error;
        if (!this.mayGoOn(address, request, body, error)) break;
      }
    }
    // Whoever could be asked does not have it.
    if (gone && !request.signal?.aborted) return gone;
    throw failure;
  }

  /** Waits for what is under way. */
  async close(): Promise<void> {
    await Promise.all([...this.pools.values()].map((pool) => pool.close()));
  }

  private async send(address: string, request: ReplicaRequest, body: Body): Promise<Dispatcher.ResponseData> {
    const pool = this.pools.get(address);
    if (!pool) throw new Error(`${address} is none of the replicas.`);
    const { method, path, headers, signal } = request;
    const answer = await pool.request({
      method,
      path,
      headers,
      body,
      signal,
    });
    if (isLeaving(answer)) this.choice.setAside(address, LEAVING_ASIDE_MS);
    else this.choice.answered(address);
    return answer;
  }

  private mayGoOn(address: string, request: ReplicaRequest, body: Body, error: unknown): boolean {
    if (request.signal?.aborted) return false;
    const failure = failureOf(error);
    if (failure === 'other') return false;
    this.choice.failed(address);
    return isWhole(body) && (failure === 'unreached' || request.repeatable);
  }
}

type Body = string | Buffer | LateBody | null;

function bodyOf({ body }: ReplicaRequest): Body {
  if (body === undefined || body === null) return null;
  if (typeof body === 'string' || Buffer.isBuffer(body)) return body;
  return body instanceof Uint8Array ? Buffer.from(body) : new LateBody(body);
}

const GONE = 410;

const isWhole = (body: Body): boolean => !(body instanceof LateBody && body.spent);

const isLeaving = ({ headers }: Dispatcher.ResponseData): boolean =>
  String(headers.connection ?? '').toLowerCase() === 'close';

/** A service that stops refuses before it does anything. */
const refusesAsLeaving = (answer: Dispatcher.ResponseData): boolean =>
  answer.statusCode === 503 && isLeaving(answer);

function poolTo(
  address: string,
  { connections, headersTimeoutMs, bodyTimeoutMs }: ReplicaPoolsOptions,
): Pool {
  const socketPath = address.startsWith('unix:') ? address.slice('unix:'.length) : undefined;
  return new Pool(socketPath ? 'http://localhost' : address, {
    connections,
    headersTimeout: headersTimeoutMs,
    ...(bodyTimeoutMs !== undefined && { bodyTimeout: bodyTimeoutMs }),
    connect: { timeout: CONNECT_TIMEOUT_MS, ...(socketPath && { socketPath }) },
  });
}
