import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WaitingPage } from './sign-in-bridge.js';
import { callerOf } from './provider-sessions.js';
import type { ServingDeps } from './serve-requests.js';

const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 0x81;
const CLOSE = 0x88;
/** Clients only ever close it. */
const MOST_HEARD = 4096;

/** A send-only WebSocket (RFC 6455); null where the request asks for none. */
function openTextSocket({ headers }: IncomingMessage, socket: Duplex): WaitingPage | null {
  const key = headers['sec-websocket-key'];
  if (typeof key !== 'string' || headers['sec-websocket-version'] !== '13') return null;
  const accept = createHash('sha1').update(`${key}${HANDSHAKE}`).digest('base64');
  socket.write(
    `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
  );
  let heard = 0;
  socket.on('data', (chunk: Buffer) => {
    heard += chunk.length;
    if ((chunk[0] ?? 0) === CLOSE || heard > MOST_HEARD) socket.end();
  });
  socket.once('end', () => socket.end());
  return {
    send: (text) => void (socket.writable && socket.write(frame(TEXT, Buffer.from(text)))),
    close: () => void (socket.writable && socket.end(frame(CLOSE, Buffer.alloc(0)))),
  };
}

/** Unmasked, as a server's (§5.2). @throws RangeError above 64 KiB */
function frame(kind: number, payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([kind, length]), payload]);
  const head = Buffer.from([kind, 126, 0, 0]);
  head.writeUInt16BE(length, 2);
  return Buffer.concat([head, payload]);
}

const uploads = /^\/companion\/api\/[\w-]{36}$/;
const signIns = /^\/companion\/api2\/auth-callback\/token\/(?<name>[\w-]{8,64})$/;

/** Progress of uploads, ends of sign-ins. */
export const serveSockets =
  ({ app, bridge, keys, work }: Pick<ServingDeps, 'app' | 'bridge' | 'keys' | 'work'>) =>
  (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    socket.on('error', () => socket.destroy());
    const caller = callerOf(request, keys);
    if (!caller) return refuse(socket, '403 Forbidden');
    const { pathname } = new URL(request.url ?? '/', 'http://companion');
    const name = signIns.exec(pathname)?.groups?.name;
    if (name === undefined) {
      if (!uploads.test(pathname)) return refuse(socket, '404 Not Found');
      work.begin();
      socket.once('close', () => work.end());
      return app.upgrade(request, socket, head);
    }
    const page = openTextSocket(request, socket);
    return page ? bridge.wait(name, caller.drive, page) : refuse(socket, '400 Bad Request');
  };

const refuse = (socket: Duplex, status: string): void => {
  socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`);
};
