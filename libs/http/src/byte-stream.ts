import { Transform, type Readable } from 'node:stream';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '@skyshelf/contracts';
import type { FastifyRequest } from 'fastify';
import { bodyLimitOf } from './body-limit.js';

/** Fails with `body.too-large` above the limit. */
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
 * The unread body of a route with `bytes: true`. Fails when the sender breaks off or exceeds `bodyLimit`.
 * Node enforces a Content-Length.
 */
export const ByteStream = createParamDecorator((_: unknown, context: ExecutionContext): Readable => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  if (request.headers['content-length'] !== undefined) return request.raw;
  return limited(request.raw, bodyLimitOf(request.routeOptions.config.rules));
});
