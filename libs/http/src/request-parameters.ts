import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { CLIENT_ADDRESS_HEADER, DomainError, opId, type OpId } from '@skyshelf/contracts';
import type { FastifyRequest } from 'fastify';
import type { Caller, IdSource } from '@skyshelf/tokens';
import { type Readable, Transform } from 'node:stream';
import { bodyLimitOf } from './body-parser.js';

/** It is set on routes with `seesAddress`; `unknown` when the gateway has not sent it. */
export const ClientAddress = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  const { headers } = context.switchToHttp().getRequest<FastifyRequest>();
  return String(headers[CLIENT_ADDRESS_HEADER] ?? 'unknown');
});

/** A `Caller` on routes for users and readers, `Caller | null` on routes for visitors. */
export const CurrentUser = createParamDecorator(
  (_: unknown, context: ExecutionContext): Caller | null =>
    context.switchToHttp().getRequest<FastifyRequest>().caller,
);

function limited(source: Readable, limit: number): Readable {
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > limit) done(new DomainError('body.too-large'));
      else done(null, chunk);
    },
  });
  source.on('error', (error) => counter.destroy(error));
  // A handler that refuses before it reads leaves no other listener.
  counter.on('error', () => undefined);
  counter.on('close', () => source.unpipe(counter).resume());
  return source.pipe(counter);
}

/** The unread body of a route with `bytes: true`. Fails when the sender breaks off or exceeds `bodyLimit`. */
export const ByteStream = createParamDecorator((_: unknown, context: ExecutionContext): Readable => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (request.headers['content-length'] !== undefined) return request.raw;
  return limited(request.raw, bodyLimitOf(request.routeOptions.config.rules));
});

const HEADER = 'Idempotency-Key';
const MAX_KEY_CHARACTERS = 120;

/**
 * Gives `key:<Idempotency-Key>`, or a new one. The prefix keeps a client from naming a reaction's operation.
 * @throws DomainError `input.invalid`
 */
export function operationIdOf(key: string | readonly string[] | undefined, ids: IdSource): OpId {
  const parsed = opId.safeParse(`key:${key === undefined ? ids.next() : String(key)}`);
  if (parsed.success && (key === undefined || key.length <= MAX_KEY_CHARACTERS) && key !== '')
    return parsed.data;
  throw new DomainError('input.invalid', {
    field: HEADER,
    message: `${HEADER}: 1 to ${MAX_KEY_CHARACTERS} letters, digits and _ . : | - are allowed.`,
  });
}

/** The id stays the same over retries, so that a command happens once. */
export const OperationId = createParamDecorator((_: unknown, context: ExecutionContext): OpId => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  return operationIdOf(request.headers['idempotency-key'], request.server.idSource);
});
