import type { IncomingMessage } from 'node:http';
import { DomainError, limits, type RouteContract } from '@skyshelf/contracts';

/** What a body without an announced length may run over before the connection is cut: the service's own limit answers first, in words. */
const GRACE = 64 * 1024;

/**
 * Cuts off a body that announces no length and does not end. (One that announces too much is refused before a byte of it is read.)
 * Counts what the parser pushes, since reading here would take the body away from the service.
 */
export function limitUnannouncedBody(
  request: IncomingMessage,
  contract: Pick<RouteContract, 'bodyLimit'>,
): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const limit = (contract.bodyLimit ?? limits.maxJsonBytes) + GRACE;
  const push = request.push.bind(request);
  let seen = 0;
  request.push = (chunk: unknown, encoding?: BufferEncoding) => {
    seen += chunk instanceof Uint8Array ? chunk.length : 0;
    if (seen <= limit) return push(chunk, encoding);
    request.destroy(new DomainError('body.too-large'));
    return false;
  };
}
