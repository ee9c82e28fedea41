import { Controller, Inject, Req, Res } from '@nestjs/common';
import { DomainError, routes } from '@skyshelf/contracts';
import { CurrentUser, Route } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Gateway } from '../application/gateway.js';
import { GATEWAY } from '../gateway.runtime.js';

@Controller()
export class PortraitController {
  constructor(@Inject(GATEWAY) private readonly gateway: Gateway) {}

  @Route(routes.readPortrait)
  async read(
    @CurrentUser() { drive }: Caller,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const portrait = await this.gateway.portraits.read(drive);
    if (!portrait) throw new DomainError('file.not-found');
    const etag = `"${portrait.etag}"`;
    reply.headers({ etag, 'cache-control': 'private, max-age=86400', vary: 'Authorization, Cookie' });
    if (request.headers['if-none-match'] === etag) await reply.code(304).send();
    else await reply.type('image/webp').send(Buffer.from(portrait.bytes));
  }
}
