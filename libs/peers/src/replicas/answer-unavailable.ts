import type { ServerResponse } from 'node:http';
import { DomainError } from '@skyshelf/contracts';

/** Ends the answer to a request that could not be sent on: `service.unavailable`, or a cut when the answer has begun, so that the client sees that it is not whole. */
export function answerUnavailable(response: ServerResponse): void {
  if (response.destroyed) return;
  if (response.headersSent) return void response.destroy();
  const refusal = new DomainError('service.unavailable');
  const body = JSON.stringify(refusal.toBody());
  response
    .writeHead(refusal.status, {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}
