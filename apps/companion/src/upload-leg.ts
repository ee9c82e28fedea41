import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { json } from 'node:stream/consumers';
import { DomainError, storageCalls } from '@skyshelf/contracts';
import type { RequestsInFlight } from '@skyshelf/http';
import { askBytes, type Peers } from '@skyshelf/peers';
import type { Logger } from '@skyshelf/telemetry';
import { sameSecret } from '@skyshelf/tokens';
import { answerJson } from './answers.js';
import { fileOfForm } from './form-file.js';
import { FILE_FIELD, GRANT_HEADER, LEG_HEADER, type UploadLeg } from './import-requests.js';

export interface OpenUploadLeg extends UploadLeg {
  /** Matches it exactly. */
  allowed: RegExp;
  close(): Promise<void>;
}

const PATH = '/import';

/**
 * The only address Companion sends files to: loopback, with its key. They go on to storage under their grant.
 */
export async function openUploadLeg(
  peers: Pick<Peers, 'bytes'>,
  logger: Logger,
  work: RequestsInFlight,
): Promise<OpenUploadLeg> {
  const key = randomBytes(32).toString('base64url');
  const server = createServer({ requestTimeout: 0 }, (request, response) => {
    work.begin();
    response.once('close', () => work.end());
    passOn(request, response, { peers, key }).catch((error: unknown) => {
      const refusal = error instanceof DomainError ? error : new DomainError('internal', { cause: error });
      if (refusal.status >= 500) logger.error({ err: error }, 'a file from elsewhere could not be kept');
      // After a server error Companion would retry, but the bytes are gone.
      if (!response.headersSent) answerJson(response, 400, refusal.toBody());
      request.resume();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}${PATH}`,
    key,
    allowed: new RegExp(`^http://127\\.0\\.0\\.1:${port}${PATH}$`),
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

async function passOn(
  request: IncomingMessage,
  response: ServerResponse,
  { peers, key }: { peers: Pick<Peers, 'bytes'>; key: string },
): Promise<void> {
  const { [LEG_HEADER]: given, [GRANT_HEADER]: grant } = request.headers;
  const isOurs = request.method === 'PUT' && request.url === PATH && sameSecret(String(given ?? ''), key);
  if (!isOurs) throw new DomainError('access.denied');
  const answer = await askBytes(peers, storageCalls.receiveImport, {
    sent: Readable.from(fileOfForm(request, FILE_FIELD), { objectMode: false }),
    headers: { [GRANT_HEADER]: String(grant ?? '') },
  });
  answerJson(response, 200, await json(answer.body));
}
