import type { ServerResponse } from 'node:http';
import { DomainError, type DriveId, type JobProgressed, routes } from '@skyshelf/contracts';
import type { Caller, Clock } from '@skyshelf/tokens';
import { decodeJwt } from 'jose';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Doorbell } from '../application/doorbell.js';
import type { RevokedSessions } from '../application/gateway.js';
import { bearerToken } from '../domain/presented-token.js';
import {
  reconnectMessage,
  GREETING,
  HEARTBEAT,
  liveMessage,
  progressMessage,
} from '../domain/live-message.js';

const HEARTBEAT_MS = 20_000;

/** A slow reader gets only the newest version after its pause. */
class LiveStream {
  #latest = -1;
  #sent = -1;
  #waiting = false;
  readonly #heartbeat: NodeJS.Timeout;

  constructor(
    private readonly response: ServerResponse,
    private readonly onClosed: () => void,
  ) {
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      'x-accel-buffering': 'no',
    });
    response.write(GREETING);
    response.socket?.setNoDelay(true);
    response.on('drain', () => this.#drained());
    response.on('close', () => this.#closed());
    this.#heartbeat = setInterval(() => this.#waiting || response.write(HEARTBEAT), HEARTBEAT_MS);
    this.#heartbeat.unref();
  }

  /** Sent even if the page knows it: a sign of the connection. */
  greet(version: number, since: number | null): void {
    if (version < this.#latest) return;
    this.#latest = version;
    this.#write(liveMessage(version, since));
  }

  ring(version: number): void {
    if (version <= this.#latest) return;
    this.#latest = version;
    if (!this.#waiting) this.#write(liveMessage(version, null));
  }

  /** A slow reader gets the next one. */
  progressed(job: JobProgressed): void {
    if (this.#waiting || this.response.writableEnded) return;
    this.#waiting = !this.response.write(progressMessage(job));
  }

  /** The browser comes back, unless its credentials are invalid by then. */
  end(): void {
    this.response.end();
  }

  /** The gateway goes: the browser finds another at once. */
  endAndComeBack(share: number): void {
    if (!this.response.writableEnded) this.response.end(reconnectMessage(share));
  }

  #write(text: string): void {
    if (this.response.writableEnded) return;
    this.#sent = this.#latest;
    this.#waiting = !this.response.write(text);
  }

  #drained(): void {
    this.#waiting = false;
    if (this.#sent < this.#latest) this.#write(liveMessage(this.#latest, null));
  }

  #closed(): void {
    clearInterval(this.#heartbeat);
    this.onClosed();
  }
}

/** A browser's tabs share one connection. */
export const MAX_STREAMS_PER_DRIVE = 20;

export interface LiveDeps {
  doorbell: Doorbell;
  revocations: RevokedSessions;
  clock: Clock;
  verify(token: string): Promise<Caller>;
  versionOf(drive: DriveId): Promise<number>;
}

interface OpenStream {
  sid: string;
  stream: LiveStream;
}

/** `GET /api/changes/live`: until the session ends. */
export class LiveChanges {
  readonly #open = new Set<OpenStream>();
  readonly #perDrive = new Map<DriveId, number>();
  readonly #forget: () => void;
  #closed = false;

  constructor(private readonly deps: LiveDeps) {
    this.#forget = deps.revocations.onRevoked((sid) => {
      for (const each of this.#open) if (each.sid === sid) each.stream.end();
    });
  }

  async serve(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const since = sinceOf(request);
    const token = bearerToken(request.headers.authorization) ?? '';
    const caller = await this.deps.verify(token);
    if ((this.#perDrive.get(caller.drive) ?? 0) >= MAX_STREAMS_PER_DRIVE)
      throw new DomainError('rate.limited');
    if (this.#closed) throw new DomainError('starting');
    reply.hijack();
    if (reply.raw.destroyed) return;
    const stream = this.#start(caller, token, reply);
    if (this.deps.revocations.has(caller.sid)) return stream.end();
    try {
      stream.greet(await this.deps.versionOf(caller.drive), since);
    } catch (error) {
      request.log.warn({ err: error }, 'The version of a drive could not be asked for its live changes');
      stream.end();
    }
  }

  get open(): number {
    return this.#open.size;
  }

  /** Before the server stops, which would wait for them. */
  close(): void {
    this.#closed = true;
    this.#forget();
    this.deps.doorbell.close();
    for (const [at, { stream }] of [...this.#open].entries()) stream.endAndComeBack(at / this.#open.size);
  }

  /** Listens before it asks, so no change is missed. */
  #start({ drive, sid }: Caller, token: string, reply: FastifyReply): LiveStream {
    const stream = new LiveStream(reply.raw, () => {
      clearTimeout(expiry);
      stopListening();
      this.#open.delete(entry);
      this.#count(drive, -1);
    });
    const entry = { sid, stream };
    const expiry = setTimeout(() => stream.end(), this.#lasts(token));
    const stopListening = this.deps.doorbell.listen(drive, {
      ring: (version) => stream.ring(version),
      progressed: (job) => stream.progressed(job),
    });
    this.#open.add(entry);
    this.#count(drive, 1);
    return stream;
  }

  #lasts(token: string): number {
    return Math.max(0, (decodeJwt(token).exp ?? 0) * 1000 - this.deps.clock.now().getTime());
  }

  #count(drive: DriveId, by: 1 | -1): void {
    const count = (this.#perDrive.get(drive) ?? 0) + by;
    if (count === 0) this.#perDrive.delete(drive);
    else this.#perDrive.set(drive, count);
  }
}

/** The browser's header after a cut is newer than the address. */
function sinceOf(request: FastifyRequest): number | null {
  const last = request.headers['last-event-id'];
  if (typeof last === 'string' && /^\d{1,16}$/.test(last)) return Number(last);
  const query = routes.liveChanges.query.safeParse(request.query);
  if (!query.success) throw new DomainError('input.invalid', { field: 'since' });
  return query.data.since ?? null;
}
