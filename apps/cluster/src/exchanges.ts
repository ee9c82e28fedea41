import type { ServerResponse } from 'node:http';

/** The requests that are under way at a door. */
export class Exchanges {
  private readonly open = new Set<ServerResponse>();

  /** Notes one until its answer has left, or its connection is gone. */
  begin(response: ServerResponse): void {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
  }

  /**
   * Waits until all are over; what is still open then is cut. Streams of live changes have no end of their own: they are cut at once, and browsers come
   * back by themselves.
   */
  async end(withinMs: number): Promise<void> {
    for (const response of this.open) if (isLiveStream(response)) response.destroy();
    const timer = setTimeout(() => this.open.forEach((response) => response.destroy()), withinMs);
    await Promise.all([...this.open].map(whenClosed));
    clearTimeout(timer);
  }
}

const isLiveStream = (response: ServerResponse): boolean =>
  String(response.getHeader('content-type') ?? '').startsWith('text/event-stream');

const whenClosed = (response: ServerResponse): Promise<void> =>
  response.closed ? Promise.resolve() : new Promise((resolve) => response.once('close', resolve));
