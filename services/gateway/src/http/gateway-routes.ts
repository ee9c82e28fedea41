import { Inject, Injectable, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { routes, routeTable } from '@skyshelf/contracts';
import { frameSources } from '@skyshelf/contracts/rules';
import { MAX_HEADERS } from '@skyshelf/http';
import { paymentEndpoints, videoHostsOf } from '@skyshelf/service';
import type { FastifyInstance } from 'fastify';
import type { CompanionLink } from '../application/companion-link.js';
import type { Gateway } from '../application/gateway.js';
import { networkIn } from '../domain/client.js';
import { isOnLoopback } from '../domain/public-exposure.js';
import { ratesOf, type GatewayConfig } from '../gateway.config.js';
import {
  COMPANION,
  GATEWAY,
  GATEWAY_CONFIG,
  GATEWAY_RUNTIME,
  type GatewayRuntime,
  VISITS,
} from '../gateway.runtime.js';
import { ClientCheck } from './client-check.js';
import { countConnections } from './count-connections.js';
import { openCompanionProxy } from './companion-proxy.js';
import { CompanionSockets } from './companion-sockets.js';
import { installEdge } from './edge.js';
import { loadIndexPage } from './index-page.js';
import { servePage, serveWebFiles } from './web-page.js';
import type { VisitEntryDeps } from './visit-entry.js';
import { serveSharePage } from './share-page.js';
import { LiveChanges } from './live-changes.js';
import { RateLimiter } from './rate-limiter.js';
import { readCookie } from './cookies.js';
import { answerHeaders } from './security-headers.js';
import { serveDescription } from './docs-page.js';

const LOOPBACK = ['127.0.0.1', '::1'].flatMap((each) => networkIn(each) ?? []);

/** Checks, hand-over, live changes, the web build. */
@Injectable()
export class GatewayRoutes implements OnModuleInit, OnModuleDestroy {
  readonly #sockets: CompanionSockets;

  constructor(
    @Inject(GATEWAY_RUNTIME) private readonly runtime: GatewayRuntime,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    private readonly host: HttpAdapterHost,
    @Inject(GATEWAY) private readonly gateway: Gateway,
    private readonly live: LiveChanges,
    @Inject(COMPANION) private readonly companion: CompanionLink,
    @Inject(VISITS) private readonly visits: VisitEntryDeps,
  ) {
    this.#sockets = new CompanionSockets({ revoked: gateway.revoked, clock: runtime.clock });
  }

  /** After Nest's routes, before Fastify closes its list. */
  async onModuleInit(): Promise<void> {
    const { publicUrl, partsOrigin = null, webRoot, handOver } = this.runtime;
    const fastify = this.host.httpAdapter.getInstance<FastifyInstance>();
    fastify.server.maxConnections = this.config.maxConnections;
    fastify.server.maxHeadersCount = MAX_HEADERS;
    countConnections(fastify.server, this.config.maxConnections, this.runtime.metrics);
    const page = await loadIndexPage(webRoot);
    const frames = frameSources(videoHostsOf(this.config));
    const payments = paymentEndpoints(this.config);
    const check = this.#check();
    const headers = answerHeaders(publicUrl);
    installEdge(fastify, {
      check,
      handOver,
      headers,
      visits: this.visits,
      routeTable,
      answerPage: servePage(page, publicUrl, {
        partsOrigin,
        frames,
        paymentOrigin: payments && new URL(payments.action).origin,
      }),
    });
    this.#serveLiveChanges(fastify);
    openCompanionProxy(fastify, {
      check,
      headers,
      publicUrl,
      link: this.companion,
      logger: this.runtime.logger,
      sockets: this.#sockets,
    });
    const around = { webRoot, publicUrl, frames, partsOrigin };
    await serveSharePage(fastify, { page, visits: this.visits, ...around });
    serveDescription(fastify);
    serveWebFiles(fastify, webRoot);
  }

  /** Listening pages never leave by themselves. */
  onServiceStop(): void {
    this.live.close();
    this.#sockets.close();
  }

  async onModuleDestroy(): Promise<void> {
    this.live.close();
    this.visits.links.close();
    await this.companion.close();
  }

  /** Fastify would answer HEAD by the same handler, which never ends. */
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
    const { clock, publicUrl, ownProxies = 0, isAdmin = () => false } = this.runtime;
    const { trustedProxies, unlimitedAddresses } = this.config;
    const limiter = new RateLimiter(ratesOf(this.config), () => clock.now().getTime());
    return new ClientCheck(this.gateway, limiter, {
      cookieName: readCookie(publicUrl).name,
      isAdmin,
      trustedProxies: (trustedProxies ?? 0) + ownProxies,
      unlimitedAddresses: new Set(unlimitedAddresses ?? (isOnLoopback(publicUrl) ? LOOPBACK : [])),
    });
  }
}
