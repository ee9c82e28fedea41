import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { DomainError, limits } from '@skyshelf/contracts';
import { refuseUpgrade } from '@skyshelf/http';
import type { WaitingPage } from './sign-in-bridge.js';
import { callerOf, type CompanionCaller } from './provider-sessions.js';
import { type ServingDeps, Turns } from './serve-requests.js';

const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 0x81;
const CLOSE = 0x88;
const PING = 0x89;
/** Clients say little: that they are there, pause, cancel. */
const MOST_HEARD = 64 * 1024;
const PING_MS = 30_000;
const NOTHING = Buffer.alloc(0);

/** A send-only WebSocket (RFC 6455); null where the request asks for none. */
function openTextSocket({ headers }: IncomingMessage, socket: Duplex): WaitingPage | null {
  const key = headers['sec-websocket-key'];
  if (typeof key !== 'string' || headers['sec-websocket-version'] !== '13') return null;
  const accept = createHash('sha1').update(`${key}${HANDSHAKE}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  socket.on('data', (chunk: Buffer) => {
    if ((chunk[0] ?? 0) === CLOSE) socket.end();
  });
  socket.once('end', () => socket.end());
  return {
    send: (text) => void (socket.writable && socket.write(frame(TEXT, Buffer.from(text)))),
    close: () => void (socket.writable && socket.end(frame(CLOSE, NOTHING))),
  };
}

/** Writes an unmasked frame, as a server must (§5.2). @throws RangeError above 64 KiB */
function frame(kind: number, payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([kind, length]), payload]);
  const head = Buffer.from([kind, 126, 0, 0]);
  head.writeUInt16BE(length, 2);
  return Buffer.concat([head, payload]);
}

const uploads = /^\/companion\/api\/(?<token>[\w-]{36})$/;
const signIns = /^\/companion\/api2\/auth-callback\/token\/(?<name>[\w-]{8,64})$/;

type SocketDeps = Pick<ServingDeps, 'app' | 'bridge' | 'keys' | 'work'>;

interface Pauses {
  pingMs?: number;
  idleMs?: number;
}

/** Progress of uploads, ends of sign-ins: so many a drive, and for so long as something is awaited. */
export const serveSockets = (
  deps: SocketDeps,
  { pingMs = PING_MS, idleMs = limits.companionIdleMs }: Pauses = {},
) => {
  const turns = new Turns(limits.companionSockets);
  return (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    try {
      const caller = callerOf(request, deps.keys);
      if (!caller) throw new DomainError('access.denied');
      socket.once('close', turns.take(caller.drive));
      const isAwaited = open(deps, caller, request, socket, head);
      const ping = setInterval(
        () => isAwaited() && socket.writable && socket.write(frame(PING, NOTHING)),
        pingMs,
      );
      socket.once('close', () => clearInterval(ping));
      request.socket.setTimeout(idleMs, () => socket.destroy());
      let heard = 0;
      socket.on('data', ({ length }: Buffer) => {
        heard += length;
        if (heard > MOST_HEARD) socket.destroy();
      });
    } catch (error) {
      refuseUpgrade(
        socket,
        error instanceof DomainError ? error : new DomainError('internal', { cause: error }),
      );
    }
  };
};

/** @returns whether its upload or sign-in still goes on */
function open(
  { app, bridge, work }: SocketDeps,
  { drive }: CompanionCaller,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): () => boolean {
  const { pathname } = new URL(request.url ?? '/', 'http://companion');
  const name = signIns.exec(pathname)?.groups?.name;
  if (name !== undefined) {
    const page = openTextSocket(request, socket);
    if (!page) throw new DomainError('input.invalid');
    bridge.wait(name, drive, page);
    return () => bridge.isAwaited(name, drive, page);
  }
  const token = uploads.exec(pathname)?.groups?.token;
  if (token === undefined) throw new DomainError('route.not-found');
  work.begin();
  socket.once('close', () => work.end());
  app.upgrade(request, socket, head);
  return () => app.isUploading(token);
}
