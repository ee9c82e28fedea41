import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { CLIENT_ADDRESS_HEADER } from '@skyshelf/contracts';
import type { FastifyRequest } from 'fastify';

/** On routes with `seesAddress`; `unknown` when the gateway has not sent it. */
export const ClientAddress = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return String(headers[CLIENT_ADDRESS_HEADER] ?? 'unknown');
});
