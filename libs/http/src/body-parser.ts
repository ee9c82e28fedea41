import type { IncomingMessage } from 'node:http';
import { DomainError, limits } from '@skyshelf/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { parseJson } from './json-text.js';
import type { RouteRules } from './route.js';

type Done = (error: Error | null, body?: unknown) => void;

const isJson = (contentType: string | undefined): boolean =>
  /^application\/json\s*(;|$)/i.test(contentType ?? '');

const isPlain = (encoding: string | undefined): boolean =>
  encoding === undefined || /^identity$/i.test(encoding);
const unpackFirst = { message: 'Send the body as it is, without Content-Encoding.' };

function parse(request: FastifyRequest, body: IncomingMessage, done: Done): void {
  const { rules } = request.routeOptions.config;
  if (!isPlain(request.headers['content-encoding']))
    return done(new DomainError('media-type.unsupported', unpackFirst));
  if (rules?.contract?.bytes || request.is404) return done(null);
  if (request.headers['content-length'] === '0') return done(null);
  if (!isJson(request.headers['content-type'])) return done(new DomainError('media-type.unsupported'));
  readBody(body, bodyLimitOf(rules), (error, bytes) => {
    if (error) return done(error);
    let value: unknown;
    try {
      value = parseJson(bytes);
    } catch (refusal) {
      return done(refusal as Error);
    }
    done(null, value);
  });
}

/** JSON only; bodies of raw bytes stay unread for the handler. */
export function parseJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', parse);
}

export const bodyLimitOf = (rules: RouteRules | undefined): number =>
  rules?.contract?.bodyLimit ?? (rules?.internal ? limits.maxBulkJsonBytes : limits.maxJsonBytes);

type Read = (error: Error | null, bytes: Buffer) => void;
const nothing = Buffer.alloc(0);

/**
 * `done` is called once: with the bytes, `body.too-large`, or `input.unreadable` when the sender breaks off.
 */
export function readBody(body: Readable, limit: number, done: Read): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = (error: Error | null): void => {
    body.off('data', onData).off('end', onEnd).off('error', onError).off('close', onClose);
    // Drained, so the sender can finish and read the answer.
    if (error) body.on('error', () => undefined).resume();
    const [only] = chunks;
    done(error, error || !only ? nothing : chunks.length === 1 ? only : Buffer.concat(chunks, size));
  };
  const onData = (chunk: Buffer): void => {
    size += chunk.length;
    if (size > limit) finish(new DomainError('body.too-large'));
    else chunks.push(chunk);
  };
  const onEnd = (): void => finish(null);
  const onError = (cause: Error): void => finish(new DomainError('input.unreadable', { cause }));
  const onClose = (): void =>
    finish(
      new DomainError('input.unreadable', { message: 'The request ended before its body was complete.' }),
    );
  body.on('data', onData).on('end', onEnd).on('error', onError).on('close', onClose);
}
