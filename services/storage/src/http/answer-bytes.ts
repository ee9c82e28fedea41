import { Readable } from 'node:stream';
import { relayed } from '@skyshelf/bytes';
import { DomainError } from '@skyshelf/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { FileAnswer } from '../application/read-file.js';
import { servedType } from '../domain/disposition.js';
import type { RangeRequest } from '../domain/range-request.js';

export function rangeRequestOf({ headers }: FastifyRequest): RangeRequest {
  const { range, 'if-range': ifRange, 'if-none-match': ifNoneMatch, 'if-match': ifMatch } = headers;
  return { range, ifRange: textOf(ifRange), ifNoneMatch, ifMatch };
}

export interface Presentation {
  disposition: string;
  cacheControl: string;
}

/** @throws DomainError `range.invalid` */
export async function answerBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: FileAnswer,
  { disposition, cacheControl }: Presentation,
): Promise<void> {
  const { etag, modified, size, type } = answer;
  reply.status(answer.status).headers({ etag, 'accept-ranges': 'bytes', 'cache-control': cacheControl });
  if (modified) reply.header('last-modified', modified.toUTCString());
  if (answer.status === 304) return void reply.send();
  if (answer.status === 416) {
    reply.header('content-range', `bytes */${size}`);
    throw new DomainError('range.invalid');
  }
  if (answer.size !== null) {
    const { start, end } = answer;
    if (answer.status === 206) reply.header('content-range', `bytes ${start}-${end}/${size}`);
    reply.header('content-length', end - start + 1);
  }
  reply.headers({ 'content-type': servedType(type), 'content-disposition': disposition });
  await reply.send(request.method === 'HEAD' ? Readable.from([]) : relayed(await answer.open()));
}

const textOf = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header;
