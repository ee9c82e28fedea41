import type { Readable } from 'node:stream';
import { lendingReads } from '@skyshelf/bytes';
import { HOLDER_HEADER } from '@skyshelf/contracts';
import { Pool, type Dispatcher } from 'undici';
import { failureOf } from './connection-errors.js';
import { LateBody } from './late-body.js';
import { ReplicaAddresses, type NamesOptions } from './replica-addresses.js';
import { ReplicaChoice } from './replica-choice.js';

export interface ReplicaPoolsOptions {
  /** The number for each replica; null for no limit. */
  connections: number | null;
  headersTimeoutMs: number;
  /** Silence within an answer, milliseconds; 0 waits for ever. */
  bodyTimeoutMs?: number;
  choice?: ReplicaChoice;
  names?: NamesOptions;
}

export interface ReplicaRequest {
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: string | Uint8Array | Readable | null;
  key?: string;
  /** It reads, or carries an idempotency key. */
  repeatable: boolean;
  /** Only the replica of this name (HOLDER_HEADER) has it. Until known, the next is asked after a 410. */
  heldBy?: string;
  signal?: AbortSignal;
}

const CONNECT_TIMEOUT_MS = 2_000;

/** A replica is set aside for this long after each answer that announces a stop. */
const LEAVING_ASIDE_MS = 1_000;

/**
 * The next replica is tried when the first can't be reached, or, for a repeatable call with a whole body,
 * broke off before an answer or was stopping (`Connection: close`). Replicas behind a name come and go:
 * running calls on a removed one finish, and the name is looked up before a call is given up.
 */
export class ReplicaPools {
  private readonly pools = new Map<string, Pool>();
  private readonly leaving = new Set<Promise<void>>();
  private readonly holders = new Map<string, string>();
  private readonly addresses: ReplicaAddresses;
  readonly choice: ReplicaChoice;

  /** @param given `http://host:port`, `unix:/path/of/socket`, or `dns+http://name:port` */
  constructor(
    given: readonly string[],
    private readonly options: ReplicaPoolsOptions,
  ) {
    this.addresses = new ReplicaAddresses(given, options.names ?? {}, () => this.update());
    this.choice = options.choice ?? new ReplicaChoice([]);
    this.update();
  }

  /** @throws what the last replica gave; the signal's reason */
  async request(request: ReplicaRequest): Promise<Dispatcher.ResponseData> {
    const order = this.orderOf(request);
    // The kept connection may just have been closed.
    const first = await this.askInOrder(order.length === 1 ? [...order, ...order] : order, request);
    if ('answer' in first) return first.answer;
    const fresh = first.mayGoOn ? await this.foundBesides(order, request.key) : [];
    const second = fresh.length > 0 ? await this.askInOrder(fresh, request) : first;
    if ('answer' in second) return second.answer;
    throw second.failure;
  }

  /**
   * Also those found by a look when none could be reached.
   * @throws what the last one gave
   */
  async reach(key: string | undefined, attempt: (address: string) => Promise<void>): Promise<void> {
    const order = this.choice.order(key);
    let failure = (await this.tryEach(order, attempt)) ?? null;
    if (failure === null) return;
    const fresh = await this.foundBesides(order, key);
    if (fresh.length > 0) failure = await this.tryEach(fresh, attempt);
    if (failure !== null) throw failure;
  }

  async close(): Promise<void> {
    this.addresses.close();
    await Promise.all([...this.leaving, ...[...this.pools.values()].map((pool) => pool.close())]);
  }

  private update(): void {
    const current = new Set(this.addresses.current());
    for (const address of current)
      if (!this.pools.has(address)) this.pools.set(address, poolTo(address, this.options));
    for (const [address, pool] of this.pools) if (!current.has(address)) this.discardPool(address, pool);
    this.choice.replace([...current]);
  }

  private discardPool(address: string, pool: Pool): void {
    this.pools.delete(address);
    this.holders.delete(address);
    const closed: Promise<void> = pool.close().finally(() => this.leaving.delete(closed));
    this.leaving.add(closed);
  }

  /** The holder may have moved, so none is left out. */
  private orderOf({ key, heldBy }: ReplicaRequest): string[] {
    const order = this.choice.order(key);
    if (heldBy === undefined) return order;
    const rank = (address: string) => {
      const name = this.holders.get(address);
      return name === undefined ? 1 : Number(name !== heldBy) * 2;
    };
    return order.toSorted((a, b) => rank(a) - rank(b));
  }

  private async foundBesides(known: readonly string[], key: string | undefined): Promise<string[]> {
    await this.addresses.look();
    return this.choice.order(key).filter((each) => !known.includes(each));
  }

  private async tryEach(
    addresses: readonly string[],
    attempt: (address: string) => Promise<void>,
  ): Promise<Error | null> {
    let failure = this.noReplica();
    for (const address of addresses) {
      try {
        await attempt(address);
        return null;
      } catch (error) {
        failure = error as Error;
        this.choice.failed(address);
      }
    }
    return failure;
  }

  private noReplica(): Error {
    return new Error('There is no replica to ask.', { cause: this.addresses.trouble });
  }

  private async askInOrder(addresses: readonly string[], request: ReplicaRequest): Promise<Outcome> {
    let failure: unknown = this.noReplica();
    let gone: Dispatcher.ResponseData | null = null;
    let mayGoOn = true;
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
        if (isLast || answer.statusCode !== GONE || !this.mayBeElsewhere(request, address)) return { answer };
        gone = answer;
      } catch (error) {
        failure = error;
        mayGoOn = this.mayGoOn(address, request, body, error);
        if (!mayGoOn) break;
      }
    }
    if (gone && !request.signal?.aborted) return { answer: gone };
    return { failure, mayGoOn };
  }

  private async send(address: string, request: ReplicaRequest, body: Body): Promise<Dispatcher.ResponseData> {
    const pool = this.pools.get(address);
    if (!pool) throw new LeftReplica(address);
    const { method, path, headers, signal } = request;
    const answer = await pool.request({
      method,
      path,
      headers,
      body,
      signal,
    });
    this.learnHolder(address, answer);
    if (isLeaving(answer)) this.choice.setAside(address, LEAVING_ASIDE_MS);
    else this.choice.answered(address);
    return answer;
  }

  private learnHolder(address: string, { headers }: Dispatcher.ResponseData): void {
    const name = headers[HOLDER_HEADER];
    if (typeof name !== 'string') return;
    this.holders.set(address, name);
    headers[HOLDER_HEADER] = undefined;
  }

  /** If its holder doesn't have it, no one does. */
  private mayBeElsewhere({ heldBy }: ReplicaRequest, address: string): boolean {
    return heldBy !== undefined && this.holders.get(address) !== heldBy;
  }

  private mayGoOn(address: string, request: ReplicaRequest, body: Body, error: unknown): boolean {
    if (request.signal?.aborted) return false;
    const failure = error instanceof LeftReplica ? 'unreached' : failureOf(error);
    if (failure === 'other') return false;
    this.choice.failed(address);
    return isWhole(body) && (failure === 'unreached' || request.repeatable);
  }
}

type Outcome = { answer: Dispatcher.ResponseData } | { failure: unknown; mayGoOn: boolean };

/** It is thrown between two tries of a call. */
class LeftReplica extends Error {
  constructor(address: string) {
    super(`${address} is none of the replicas.`);
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

/** A stopping service refuses before it does anything. */
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
    connect: { timeout: CONNECT_TIMEOUT_MS, onread: lendingReads, ...(socketPath && { socketPath }) },
  });
}
