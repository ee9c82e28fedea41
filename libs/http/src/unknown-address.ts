import { DomainError } from '@skyshelf/contracts';
import type { FastifyInstance } from 'fastify';

interface Pattern {
  method: string;
  matches: RegExp;
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

/** Why no route took a request, and what the address takes instead. */
export type UnknownAddress = (method: string, url: string) => { error: DomainError; allow: string | null };

/**
 * Tells an address that takes other methods (405, with their names for `Allow`) from one that is nothing (404). Call it before routes are added.
 * Routes that match everything (`*`) say nothing about an address and do not count.
 */
export function watchRoutes(fastify: FastifyInstance): UnknownAddress {
  const patterns: Pattern[] = [];
  fastify.addHook('onRoute', ({ method, url }) => {
    if (url.includes('*')) return;
    for (const each of [method].flat()) patterns.push({ method: each, matches: patternOf(url) });
  });
  return (method, url) => {
    const [path = ''] = url.split('?');
    const methods = new Set(
      patterns.filter(({ matches }) => matches.test(path)).map((pattern) => pattern.method),
    );
    methods.delete(method);
    if (methods.size === 0) return { error: new DomainError('route.not-found'), allow: null };
    return { error: new DomainError('method.not-allowed'), allow: [...methods].toSorted().join(', ') };
  };
}
