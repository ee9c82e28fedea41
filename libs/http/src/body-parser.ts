import type { IncomingMessage } from 'node:http';
import { DomainError } from '@skyshelf/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { bodyLimitOf } from './body-limit.js';
import { parseJson } from './json-text.js';
import { readBody } from './read-body.js';

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

/** JSON only, except on routes of raw bytes, whose body stays unread for the handler. */
export function takeJsonBodies(fastify: FastifyInstance): void {
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('*', parse);
}
