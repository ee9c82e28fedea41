import { DomainError, routes, type DriveId } from '@skyshelf/contracts';
import type { Caller, Clock } from '@skyshelf/tokens';
import { decodeJwt } from 'jose';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Doorbell } from '../application/doorbell.js';
import type { RevokedSessions } from '../application/gateway.js';
import { bearerToken } from '../domain/presented-token.js';
import { LiveStream } from './live-stream.js';

/** A browser's tabs share one connection. */
export const MAX_STREAMS_PER_DRIVE = 20;

export interface LiveDeps {
  doorbell: Doorbell;
  revocations: RevokedSessions;
  clock: Clock;
  verify(token: string): Promise<Caller>;
  /** As catalog knows it. */
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
  if (typeof last === 'string' && /^\d{1,15}$/.test(last)) return Number(last);
  const query = routes.liveChanges.query.safeParse(request.query);
  if (!query.success) throw new DomainError('input.invalid', { field: 'since' });
  return query.data.since ?? null;
}
