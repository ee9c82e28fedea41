import type { ServerResponse } from 'node:http';
import type { JobProgressed } from '@skyshelf/contracts';
import { farewell, GREETING, HEARTBEAT, liveMessage, progressMessage } from '../domain/live-message.js';

const HEARTBEAT_MS = 20_000;

/** A slow reader gets only the newest version after its pause. */
export class LiveStream {
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
    if (!this.response.writableEnded) this.response.end(farewell(share));
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
