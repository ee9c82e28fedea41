import { Readable } from 'node:stream';
import { Controller, Inject, Param, Req, Res } from '@nestjs/common';
import { DomainError, routes, type BlobId } from '@skyshelf/contracts';
import { CurrentUser, Route, type ParamsOf } from '@skyshelf/http';
import type { Caller } from '@skyshelf/tokens';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readFile, type FileAnswer } from '../application/read-file.js';
import type { Storage } from '../application/storage.js';
import { displayName, dispositionOf } from '../domain/disposition.js';
import { STORAGE } from '../storage.runtime.js';

/**
 * On everything under `/files/`: whatever a file holds, it runs nothing, loads nothing, is no other type than we say, and is shown on no other site.
 * `vary`: the answer depends on who asks.
 */
const SAFE = {
  'content-security-policy': "sandbox; default-src 'none'",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'Authorization, Cookie',
} as const;

@Controller()
export class FilesController {
  constructor(@Inject(STORAGE) private readonly storage: Storage) {}

  @Route(routes.readFile)
  async read(
    @CurrentUser() caller: Caller,
    @Param() { blobId, name }: ParamsOf<typeof routes.readFile>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    reply.headers(SAFE);
    refuseServiceWorkers(request);
    const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch } = request.headers;
    const answer = await readFile(this.storage, caller, {
      blobId: blobId as BlobId,
      range,
      ifRange: textOf(ifRange),
      ifNoneMatch,
    });
    describe(reply, answer, name);
    if (answer.status === 304) return void reply.send();
    if (answer.status === 416) throw new DomainError('range.invalid');
    await reply.send(request.method === 'HEAD' ? Readable.from([]) : await answer.open());
  }
}

/** A file of a user must never become the code that answers for the whole site. */
function refuseServiceWorkers({ headers }: FastifyRequest): void {
  if (headers['service-worker'] !== undefined || headers['sec-fetch-dest'] === 'serviceworker')
    throw new DomainError('access.denied');
}

function describe(reply: FastifyReply, answer: FileAnswer, name: string): void {
  reply.status(answer.status).headers({
    etag: answer.etag,
    'accept-ranges': 'bytes',
    'cache-control': 'private, max-age=31536000, immutable',
    'last-modified': answer.modified.toUTCString(),
  });
  if (answer.status === 304) return;
  if (answer.status === 416) {
    return void reply.header('content-range', `bytes */${answer.size}`);
  }
  const { status, start, end, size, type } = answer;
  reply.headers({
    'content-type': type,
    'content-length': end - start + 1,
    'content-disposition': dispositionOf(type, displayName(name)),
  });
  if (status === 206) reply.header('content-range', `bytes ${start}-${end}/${size}`);
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
