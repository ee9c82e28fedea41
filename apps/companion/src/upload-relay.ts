import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy } from '@fastify/busboy';
import { DomainError, storageCalls } from '@skyshelf/contracts';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { RequestsInFlight } from '@skyshelf/http';
import { askBytes, type Peers } from '@skyshelf/peers';
import type { Logger } from '@skyshelf/telemetry';
import { sameSecret } from '@skyshelf/tokens';
import { answerJson } from './answers.js';
import { FILE_FIELD, GRANT_HEADER, LEG_HEADER, type UploadRelay } from './import-requests.js';

const LIMITS = { fields: 16, fieldSize: 16 * 1024, headerSize: 16 * 1024, files: 1 };

/**
 * The bytes of a form's file, Companion's. It gives no valid length for streams (`Content-Length: NaN`), so all
 * comes as forms, whose end is marked.
 * @param field the file's name
 * @throws DomainError `upload.incomplete`: the form does not end as it must
 */
export async function* fileOfForm(request: IncomingMessage, field: string): AsyncGenerator<Buffer> {
  try {
    const { 'content-type': type = '' } = request.headers;
    const headers = { 'content-type': type };
    const form = new Busboy({ headers, limits: LIMITS, isPartAFile: (name) => name === field });
    const file = Promise.withResolvers<Readable>();
    const read = pipeline(request, form);
    form.on('file', (_name, bytes) => {
      // The parser emits its error here too, whether or not someone reads; a broken connection it does not pass on.
      bytes.on('error', () => undefined);
      read.catch((error: Error) => bytes.destroy(error));
      file.resolve(bytes);
    });
    read.then(() => file.reject(new Error(`The form has no ${field}.`)), file.reject);
    try {
      yield* await file.promise;
      await read;
    } finally {
      form.destroy();
    }
  } catch (cause) {
    throw new DomainError('upload.incomplete', { cause });
  }
}

interface OpenUploadLeg extends UploadRelay {
  allowed: RegExp;
  close(): Promise<void>;
}

const PATH = '/import';

/**
 * The only address Companion sends files to: loopback, with its key. They go on to storage under their grant.
 */
export async function openUploadRelay(
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
