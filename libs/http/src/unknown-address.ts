import { DomainError } from '@skyshelf/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isInternalRequest, isInternalRoute } from './internal-routes.js';

interface Pattern {
  method: string;
  matches: RegExp;
  internal: boolean;
}

const patternOf = (url: string): RegExp => {
  const segments = url
    .replace(/\/$/, '')
    .split('/')
    .map((segment) => {
      if (segment.startsWith(':')) return '[^/]+';
      return segment === '*' ? '.*' : segment.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    });
  return new RegExp(`^${segments.join('/')}/?$`);
};

export type UnknownAddress = (request: Pick<FastifyRequest, 'method' | 'url' | 'raw'>) => {
  error: DomainError;
  allow: string | null;
};

/** 405 with `Allow`, or 404. Call it before routes are added. `*` routes don't count. */
export function watchRoutes(fastify: FastifyInstance): UnknownAddress {
  const patterns: Pattern[] = [];
  fastify.addHook('onRoute', (route) => {
    if (route.url.includes('*')) return;
    const about = { matches: patternOf(route.url), internal: isInternalRoute(route) };
    for (const method of [route.method].flat()) patterns.push({ method, ...about });
  });
  return ({ method, url, raw }) => {
    const [path = ''] = url.split('?');
    const knows = isInternalRequest(raw);
    const found = patterns.filter(({ matches, internal }) => (knows || !internal) && matches.test(path));
    const methods = new Set(found.map((pattern) => pattern.method));
    methods.delete(method);
    if (methods.size === 0) return { error: new DomainError('route.not-found'), allow: null };
    return { error: new DomainError('method.not-allowed'), allow: [...methods].toSorted().join(', ') };
  };
}
