import { IncomingMessage } from 'node:http';
import { DomainError } from '@skyshelf/contracts';

export interface BodyTime {
  /** Milliseconds; null where only its pace counts. */
  wholeMs: number | null;
  /** Unit: milliseconds without a byte. */
  idleMs: number;
  /** Bytes a second, checked from `graceMs` on. */
  slowest: number;
  graceMs: number;
}

/** 16 KB take a quarter of a minute at 9,600 baud. */
export const JSON_BODY_TIME: BodyTime = { wholeMs: 20_000, idleMs: 10_000, slowest: 0, graceMs: 0 };

/** 8 MiB may take half an hour: a phone with poor reception. */
export const FILE_BODY_TIME: BodyTime = { wholeMs: null, idleMs: 30_000, slowest: 4096, graceMs: 60_000 };

const tooSlow = JSON.stringify(
  new DomainError('input.unreadable', { message: 'The request body took too long.' }).toBody(),
);

/**
 * A byte now and then would keep a connection open for ever. Counts at the socket, without the reader's own
 * pauses.
 */
export function limitBodyTime(request: IncomingMessage, time: BodyTime): void {
  if (!hasBody(request) || watched.has(request)) return;
  watched.add(request);
  const { socket } = request;
  const began = performance.now();
  const before = socket.bytesRead;
  let last = { bytes: before, at: began };
  const timer = setInterval(
    () => {
      const now = performance.now();
      if (request.complete || request.destroyed) return clearInterval(timer);
      // A full buffer: the reader is slow.
      const waits = request.readableLength < request.readableHighWaterMark;
      if (socket.bytesRead > last.bytes || !waits) last = { bytes: socket.bytesRead, at: now };
      const took = now - began;
      const pace = ((socket.bytesRead - before) * 1000) / took;
      const late = time.wholeMs !== null && took > time.wholeMs;
      const crawls = waits && took > time.graceMs && pace < time.slowest;
      if (!late && !crawls && now - last.at <= time.idleMs) return;
      clearInterval(timer);
      cut(request);
    },
    Math.min(1000, time.idleMs / 4),
  );
  timer.unref();
  request.once('close', () => clearInterval(timer));
}

/** A gateway and a service in one process see the same request. */
const watched = new WeakSet<IncomingMessage>();

/** In-process requests have no socket. */
const hasBody = (request: IncomingMessage): boolean =>
  request instanceof IncomingMessage &&
  (request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0);

/** Says why if nothing was answered yet; reads no more either way. */
function cut({ socket }: IncomingMessage): void {
  if (socket.destroyed) return;
  if (socket.bytesWritten === 0)
    socket.write(
      `HTTP/1.1 408 Request Timeout\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${tooSlow.length}\r\nConnection: close\r\n\r\n${tooSlow}`,
    );
  socket.destroySoon();
}
