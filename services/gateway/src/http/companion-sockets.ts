import type { Duplex } from 'node:stream';
import type { IncomingMessage } from 'node:http';
import { DomainError, limits, type DriveId } from '@skyshelf/contracts';
import type { Caller, Clock } from '@skyshelf/tokens';
import { decodeJwt } from 'jose';
import type { RevokedSessions } from '../application/gateway.js';

export interface CompanionSocketsDeps {
  revoked: Pick<RevokedSessions, 'has' | 'onRevoked'>;
  clock: Clock;
  /** Default: `limits.companionIdleMs`. */
  idleMs?: number;
}

interface OpenSocket {
  caller?: Caller;
  expiry?: NodeJS.Timeout;
}

/** WebSockets to Companion: so many a drive, ended when idle and with their session. */
export class CompanionSockets {
  readonly #open = new Map<Duplex, OpenSocket>();
  readonly #forget: () => void;

  constructor(private readonly deps: CompanionSocketsDeps) {
    this.#forget = deps.revoked.onRevoked((sid) => {
      for (const [socket, { caller }] of this.#open) if (caller?.sid === sid) socket.destroy();
    });
  }

  /** The socket is counted before its user is known. */
  add({ socket: connection }: Pick<IncomingMessage, 'socket'>, socket: Duplex): void {
    const entry: OpenSocket = {};
    this.#open.set(socket, entry);
    socket.once('close', () => {
      clearTimeout(entry.expiry);
      this.#open.delete(socket);
    });
    connection.setTimeout(this.deps.idleMs ?? limits.companionIdleMs, () => socket.destroy());
  }

  /** @throws DomainError `rate.limited`; `auth.revoked` when its session has just ended */
  admit(socket: Duplex, caller: Caller, token: string): void {
    if (this.#count(caller.drive) >= limits.companionSockets) throw new DomainError('rate.limited');
    if (this.deps.revoked.has(caller.sid)) throw new DomainError('auth.revoked');
    const entry = this.#open.get(socket);
    // It may have closed while its token was checked.
    if (!entry) return;
    const leftMs = (decodeJwt(token).exp ?? 0) * 1000 - this.deps.clock.now().getTime();
    entry.caller = caller;
    entry.expiry = setTimeout(() => socket.destroy(), Math.max(0, leftMs));
  }

  close(): void {
    this.#forget();
    for (const socket of this.#open.keys()) socket.destroy();
  }

  #count(drive: DriveId): number {
    return [...this.#open.values()].filter(({ caller }) => caller?.drive === drive).length;
  }
}
