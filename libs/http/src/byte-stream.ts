import { Transform, type Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '@skyshelf/contracts';
import type { FastifyRequest } from 'fastify';
import { bodyLimitOf } from './body-limit.js';

/** Passes bytes on up to a limit, then fails with `body.too-large`. */
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
  counter.on('close', () => source.unpipe(counter).resume());
  return source.pipe(counter);
}

/**
 * The unread body of a route with `bytes: true`. It ends with an error when the sender breaks off or sends more than the route's `bodyLimit`.
 * A body with a Content-Length was measured before; Node itself holds the sender to it.
 */
export const ByteStream = createParamDecorator((_: unknown, context: ExecutionContext): Readable => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (request.headers['content-length'] !== undefined) return request.raw;
  return limited(request.raw, bodyLimitOf(request.routeOptions.config.rules));
});
