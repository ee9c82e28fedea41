import type { IncomingMessage } from 'node:http';
import { DomainError, limits, type RouteContract } from '@skyshelf/contracts';

/** Beyond the limit, so that the service's own refusal comes first, in words. */
const GRACE = 64 * 1024;

/** Limits bodies without a length. It counts what the parser pushes: reading would take the body from the service. */
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
