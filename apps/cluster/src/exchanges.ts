import type { ServerResponse } from 'node:http';

export class Exchanges {
  private readonly open = new Set<ServerResponse>();

  begin(response: ServerResponse): void {
    this.open.add(response);
    response.once('close', () => this.open.delete(response));
  }

  /** Cuts what is open after that. Live streams never end: they are cut at once, and browsers reconnect. */
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
