import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WaitingPage } from './sign-in-bridge.js';

const HANDSHAKE = '258EAFA5-E914-47DA-95CA-C5AB0DC85B11';
const TEXT = 0x81;
const CLOSE = 0x88;
/** Clients only ever close it. */
const MOST_HEARD = 4096;

/** A send-only WebSocket (RFC 6455); null where the request asks for none. */
export function openTextSocket({ headers }: IncomingMessage, socket: Duplex): WaitingPage | null {
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

/** A server's, so without a mask; §5.2. @throws RangeError above 64 KiB */
function frame(kind: number, payload: Buffer): Buffer {
  const { length } = payload;
  if (length < 126) return Buffer.concat([Buffer.from([kind, length]), payload]);
  const head = Buffer.from([kind, 126, 0, 0]);
  head.writeUInt16BE(length, 2);
  return Buffer.concat([head, payload]);
}
