import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { routes, routeTable } from '@skyshelf/contracts';
import { frameSources } from '@skyshelf/contracts/rules';
import { MAX_HEADERS } from '@skyshelf/http';
import { videoHostsOf } from '@skyshelf/service';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '../domain/client-address.js';
import { isOnLoopback } from '../domain/public-exposure.js';
import { ratesOf, type GatewayConfig } from '../gateway.config.js';
import { COMPANION, GATEWAY_CONFIG, GATEWAY_RUNTIME, type GatewayRuntime } from '../gateway.runtime.js';
import { loadIndexPage } from '../infrastructure/index-page.js';
import { IdleSessions } from '../infrastructure/idle-sessions.js';
import { Revocations } from '../infrastructure/revocations.js';
import type { CompanionLink } from '../infrastructure/companion/companion-link.js';
import { ClientCheck } from './client-check.js';
import { openCompanionDoor } from './companion-door.js';
import { installEdge } from './edge.js';
import { LiveChanges } from './live-changes.js';
import { RateLimiter } from './rate-limiter.js';
import { readCookie } from './read-cookie.js';
import { answerHeaders } from './security-headers.js';
import { serveDescription } from './serve-description.js';
import { serveWebFiles } from './web-files.js';
import { servePage } from './web-page.js';

/** Client addresses of this machine. */
const LOOPBACK = ['127.0.0.1', '::1'].map(networkOf);

/** Puts together what stands at the door: checks, hand-over, live changes, the web build. */
@Injectable()
export class GatewayRoutes implements OnModuleInit, OnModuleDestroy {
  #endSockets: () => void = () => undefined;

  constructor(
    @Inject(GATEWAY_RUNTIME) private readonly runtime: GatewayRuntime,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly host: HttpAdapterHost,
    private readonly revocations: Revocations,
    private readonly idle: IdleSessions,
    private readonly live: LiveChanges,
    @Inject(COMPANION) private readonly companion: CompanionLink,
  ) {}

  /** After Nest has made its routes, before Fastify closes its list of them. */
  async onModuleInit(): Promise<void> {
    const { publicUrl, partsOrigin = null, webRoot, handOver } = this.runtime;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.server.maxConnections = this.config.maxConnections;
    fastify.server.maxHeadersCount = MAX_HEADERS;
    await this.revocations.start();
    const page = await loadIndexPage(webRoot);
    const check = this.#check();
    const headers = answerHeaders(publicUrl);
    installEdge(fastify, {
      check,
      handOver,
      headers,
      routeTable,
      answerPage: servePage(page, publicUrl, {
        partsOrigin,
        frames: frameSources(videoHostsOf(this.config)),
      }),
    });
    this.#serveLiveChanges(fastify);
    this.#endSockets = openCompanionDoor(fastify, {
      ...{ check, headers, publicUrl },
      link: this.companion,
      logger: this.runtime.logger,
    });
    serveDescription(fastify);
    serveWebFiles(fastify, webRoot);
  }

  /** Pages that listen never go by themselves. */
  onServiceStop(): void {
    this.live.close();
    this.#endSockets();
  }

  async onModuleDestroy(): Promise<void> {
    this.live.close();
    await this.revocations.stop();
    await this.companion.close();
  }

  /** Fastify would answer HEAD by the same handler, and that one never ends. */
  #serveLiveChanges(fastify: FastifyInstance): void {
    fastify.route({
      method: 'GET',
      url: routes.liveChanges.path,
      exposeHeadRoute: false,
      config: { entry: routes.liveChanges },
      handler: (request, reply) => this.live.serve(request, reply),
    });
  }

  #check(): ClientCheck {
    const { tokens, clock, publicUrl, ownProxies = 0 } = this.runtime;
    const { trustedProxies, unlimitedAddresses } = this.config;
    const limiter = new RateLimiter(ratesOf(this.config), () => clock.now().getTime());
    return new ClientCheck(tokens, this.revocations, this.idle, limiter, {
      cookieName: readCookie(publicUrl).name,
      trustedProxies: (trustedProxies ?? 0) + ownProxies,
      unlimitedAddresses: new Set(unlimitedAddresses ?? (isOnLoopback(publicUrl) ? LOOPBACK : [])),
    });
  }
}
