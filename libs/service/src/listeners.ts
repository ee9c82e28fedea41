import { once } from 'node:events';
import type { Server } from 'node:http';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { createInternalServer } from '@skyshelf/http';

export interface ListenAddress {
  host?: string;
  port?: number;
  path?: string;
}

/** Where a service listens: at its public port, at internal ones, at both or, composed in one process, nowhere. */
export class Listeners {
  readonly #fastify;
  readonly #internals: Server[] = [];

  constructor(app: NestFastifyApplication) {
    this.#fastify = app.getHttpAdapter().getInstance();
  }

  /** For people: everything but the internal routes. @returns the URL */
  listen(address: ListenAddress): Promise<string> {
    return this.#fastify.listen({ ...address });
  }

  /** For the other services, probes and Prometheus: everything. May be called for several addresses. @returns the URL, or the path of a socket */
  async listenInternal(address: ListenAddress): Promise<string> {
    const server = createInternalServer(this.#fastify);
    this.#internals.push(server);
    await once(server.listen(address), 'listening');
    const at = server.address();
    if (at === null || typeof at === 'string') return at ?? '';
    const host = at.family === 'IPv6' ? `[${at.address}]` : at.address;
    return `http://${host}:${at.port}`;
  }

  /** Takes no new connections. */
  close(): void {
    for (const server of this.#servers) if (server.listening) server.close();
  }

  /** Cuts those that are left. */
  cut(): void {
    for (const server of this.#servers) server.closeAllConnections();
  }

  get #servers() {
    return [this.#fastify.server, ...this.#internals];
  }
}
