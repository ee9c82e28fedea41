import { Body, Controller, Inject, Param, Query, Req, Res } from '@nestjs/common';
import { DomainError, gatewayCalls, type OpId, routes } from '@skyshelf/contracts';
import {
  CurrentUser,
  Internal,
  OperationId,
  Route,
  type AnswerOf,
  type BodyOf,
  type ParamsOf,
  type QueryOf,
} from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Gateway } from '../application/gateway.js';
import { endGeneration } from '../application/grant-access.js';
import { findOpenShare, openVisit, readVisited } from '../application/visits/open-visit.js';
import { saveVisited } from '../application/visits/save-visited.js';
import { PasswordQueue } from '../application/visits/password-queue.js';
import { clientAddress } from '../domain/client.js';
import { cookieValue } from '../domain/presented-token.js';
import { atomFeed } from '../domain/share-pages.js';
import type { GatewayConfig } from '../gateway.config.js';
import { GATEWAY, GATEWAY_CONFIG, GATEWAY_RUNTIME, type GatewayRuntime, VISITS } from '../gateway.runtime.js';
import { saysWhen, visitHeaders, visitOf, type VisitEntryDeps } from './visit-entry.js';

const { endShareGeneration } = gatewayCalls;

@Controller()
export class VisitsController {
  readonly #queue = new PasswordQueue();

  constructor(
    @Inject(GATEWAY_RUNTIME) private readonly runtime: GatewayRuntime,
    @Inject(GATEWAY_CONFIG) private readonly config: GatewayConfig,
    @Inject(GATEWAY) private readonly gateway: Gateway,
    @Inject(VISITS) private readonly entry: VisitEntryDeps,
  ) {}

  @Route(routes.openShare)
  async open(
    @Param() { token }: ParamsOf<typeof routes.openShare>,
    @Body() { password, path }: BodyOf<typeof routes.openShare>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof routes.openShare>> {
    asVisited(reply);
    const { deps, links, cookie: cookies } = this.entry;
    const cookieOf = (id: string) => cookieValue(request.headers.cookie, cookies.name(id));
    const asked = { token, password, path, address: this.#addressOf(request), cookieOf };
    const { opened, cookie, lastsMs } = await saysWhen(reply, () =>
      openVisit({ ...deps, links, queue: this.#queue }, asked),
    );
    reply.header('set-cookie', cookies.set(opened.id, cookie, Math.floor(lastsMs / 1000)));
    return opened;
  }

  @Route(routes.readShare)
  async read(
    @Param() { share: id }: ParamsOf<typeof routes.readShare>,
    @Query() { path }: QueryOf<typeof routes.readShare>,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof routes.readShare>> {
    asVisited(reply);
    const visit = visitOf(this.entry, request, id);
    const { deps, links } = this.entry;
    return saysWhen(reply, () => readVisited({ ...deps, links }, visit, path));
  }

  /** The visit says which link, the session whose shelf: neither does what the other is for. */
  @Route(routes.saveShare)
  async save(
    @Body() { share, folderId }: BodyOf<typeof routes.saveShare>,
    @CurrentUser() { drive, sub }: Caller,
    @OperationId() opId: OpId,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<AnswerOf<typeof routes.saveShare>> {
    const visit = visitOf(this.entry, request, share);
    return saysWhen(reply, () => saveVisited(this.entry, visit, { drive, sub, folderId, opId }));
  }

  /** Readers of feeds have no cookies: who has the address may read it. */
  @Route(routes.shareFeed)
  async feed(
    @Param() { token }: ParamsOf<typeof routes.shareFeed>,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    asVisited(reply);
    const { deps } = this.entry;
    const share = await findOpenShare(deps, token);
    if (!share || share.password || share.receives) throw new DomainError('share.not-found');
    const address = `${this.runtime.publicUrl}/s/${token}`;
    const updated = deps.gateway.clock.now().toISOString();
    const feed = atomFeed({ title: share.title, address, updated }, await deps.shares.newest(share));
    await reply.type('application/atom+xml; charset=utf-8').send(feed);
  }

  @Internal(endShareGeneration)
  async end(
    @Param() { drive }: z.infer<typeof endShareGeneration.params>,
    @Body() body: z.infer<typeof endShareGeneration.body>,
  ): Promise<Record<string, never>> {
    await endGeneration(this.gateway, drive, body);
    return {};
  }

  #addressOf({ headers, socket }: FastifyRequest): string {
    const proxies = (this.config.trustedProxies ?? 0) + (this.runtime.ownProxies ?? 0);
    return clientAddress(socket.remoteAddress, String(headers['x-forwarded-for'] ?? ''), proxies);
  }
}

const asVisited = (reply: FastifyReply): void => {
  for (const [name, value] of visitHeaders) reply.header(name, value);
};
