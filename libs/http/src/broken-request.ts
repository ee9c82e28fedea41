import { STATUS_CODES } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { DomainError } from '@skyshelf/contracts';

const TOO_SLOW = new DomainError('input.unreadable', { message: 'The request headers took too long.' });
const NOT_HTTP = new DomainError('input.unreadable', { message: 'This is not an HTTP request.' });

function refusalOf(error: unknown): [status: number, refusal: DomainError] {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'HPE_HEADER_OVERFLOW') return [431, new DomainError('headers.too-large')];
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? [408, TOO_SLOW] : [400, NOT_HTTP];
}

/** Answered on the bare socket, which is then destroyed: it would bring its next error. */
export function answerBrokenRequest(error: unknown, socket: Duplex): void {
  if (!socket.writable) return void socket.destroy();
  const [status, refusal] = refusalOf(error);
  const body = JSON.stringify(refusal.toBody());
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
  if (socket instanceof Socket) socket.destroySoon();
}
