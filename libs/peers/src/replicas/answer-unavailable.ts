import type { ServerResponse } from 'node:http';
import { DomainError } from '@skyshelf/contracts';

export interface RefusalAnswer {
  headers: Readonly<Record<string, string>>;
  body: string;
}

const asJson = (refusal: DomainError): RefusalAnswer => ({
  headers: { 'content-type': 'application/json; charset=utf-8' },
  body: JSON.stringify(refusal.toBody()),
});

/**
 * `service.unavailable`, or a cut when the answer has begun, so that the client notices.
 * @param describe default: JSON, as for any call
 */
export function answerUnavailable(response: ServerResponse, describe = asJson): void {
  if (response.destroyed) return;
  if (response.headersSent) return void response.destroy();
  const refusal = new DomainError('service.unavailable');
  const { headers, body } = describe(refusal);
  response
    .writeHead(refusal.status, {
      ...headers,
      'cache-control': 'no-store',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}
