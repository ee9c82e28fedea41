import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyRequest } from 'fastify';

/** A `Caller` on routes for users and readers, `Caller | null` on routes for visitors. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | null =>
    context.switchToHttp().getRequest<FastifyRequest>().caller,
);
