import { once } from 'node:events';
import type { Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createInternalServer } from '@skyshelf/http';

export interface ListenAddress {
  host?: string;
  port?: number;
  path?: string;
}

/** Public port, internal ones, both, or none in a composed process. */
export class Listeners {
  readonly #fastify;
  readonly #internals: Server[] = [];

  constructor(app: NestFastifyApplication) {
    this.#fastify = app.getHttpAdapter().getInstance();
  }

  /** Listens without internal routes. @returns the URL */
  listen(address: ListenAddress): Promise<string> {
    return this.#fastify.listen({ ...address });
  }

  /** For services, probes and Prometheus. @returns the URL, or the path of a socket */
  async listenInternal(address: ListenAddress): Promise<string> {
    const server = createInternalServer(this.#fastify);
    this.#internals.push(server);
    await once(server.listen(address), 'listening');
    const at = server.address();
    if (at === null || typeof at === 'string') return at ?? '';
    const host = at.family === 'IPv6' ? `[${at.address}]` : at.address;
    return `http://${host}:${at.port}`;
  }

  close(): void {
    for (const server of this.#servers) if (server.listening) server.close();
  }

  cut(): void {
    for (const server of this.#servers) server.closeAllConnections();
  }

  get #servers() {
    return [this.#fastify.server, ...this.#internals];
  }
}
