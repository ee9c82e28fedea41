import { createHash } from 'node:crypto';
import {
  type ErrorCode,
  errorTable,
  openApiDocument,
  type RouteContract,
  routeTable,
} from '@skyshelf/contracts';
import { escapedMarkup } from '@skyshelf/contracts/rules';
import { z } from 'zod';
import type { FastifyInstance } from 'fastify';

export interface DocsPage {
  html: string;
  /** Allows only its own style. */
  policy: string;
}

const operation = z.object({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  security: z.array(z.record(z.string(), z.unknown())),
  parameters: z.array(z.object({ name: z.string(), in: z.string(), required: z.boolean() })),
  requestBody: z.unknown().optional(),
  responses: z.object({ '200': z.unknown() }),
});
type Operation = z.infer<typeof operation>;

const style = `body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color:#1f2933;background:#fff}
h1{font-size:1.6rem}h2{margin-top:2.5rem;border-bottom:2px solid #1fbcd3}section{margin:1.5rem 0}h3{font-size:1rem;margin:0;word-break:break-word}
code,pre{font-family:ui-monospace,monospace;font-size:.875rem}b{display:inline-block;min-width:4.2rem}pre{overflow:auto;padding:.75rem;background:#f1f5f8;border-radius:6px}
summary{cursor:pointer;color:#0b7285}p{margin:.25rem 0}a{color:#0b7285}small{color:#52606d}
@media(prefers-color-scheme:dark){body,html{color:#e4e7eb;background:#12181f}pre{background:#1c2530}a,summary{color:#66d9e8}small{color:#9aa5b1}}`;

/** Renders the contracts, like /api/openapi.json. */
export function docsPage(routeTable: readonly RouteContract[]): DocsPage {
  const refuses = new Map(routeTable.map((route) => [route.name, route.refuses]));
  const { paths } = openApiDocument(routeTable) as { paths: Record<string, Record<string, unknown>> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, each]) => {
      const parsed = operation.parse(each);
      return { path, method, refuses: refuses.get(parsed.operationId) ?? [], ...parsed };
    }),
  );
  const services = Map.groupBy(operations, ({ tags }) => tags[0] ?? '');
  const parts = [...services].map(
    ([name, each]) => `<h2>${escapedMarkup(name)}</h2>${each.map(section).join('')}`,
  );
  return {
    html: `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The API of Skyshelf</title><style>${style}</style></head><body>
<h1>The API of Skyshelf</h1>
<p>For machines: <a href="/api/openapi.json">/api/openapi.json</a>. A final slash is optional on every path. Commands take an <code>Idempotency-Key</code>: a new one for each intention, the same over its retries. A refusal has an <code>error.code</code>; besides those that a call names, any may be refused for its form, its token, its rate, or because a part is busy or away.</p>
${parts.join('\n')}</body></html>`,
    policy: `default-src 'none'; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  };
}

interface Section extends Operation {
  path: string;
  method: string;
  refuses: readonly ErrorCode[];
}

function section(each: Section): string {
  const { path, method, operationId, summary, security, parameters, requestBody, responses, refuses } = each;
  const named = parameters.map(
    ({ name, in: place, required }) => `${name} (${place}${required ? '' : ', optional'})`,
  );
  return `<section id="${escapedMarkup(operationId)}"><h3><code><b>${method.toUpperCase()}</b>${escapedMarkup(path)}</code></h3>
<p>${escapedMarkup(summary)}</p><p><small>${who(security)}${named.length > 0 ? `. ${escapedMarkup(named.join(', '))}` : ''}</small></p>
${details('Request', requestBody)}${details('Answer', responses['200'])}${details('Refusals', refusals(refuses))}</section>`;
}

const who = (security: readonly Record<string, unknown>[]): string => {
  if (security.length === 0) return 'Anybody';
  if (security.some((way) => Object.keys(way).length === 0))
    return 'Anybody; a token that is sent must be good';
  return `Signed in, by ${security.map((way) => Object.keys(way).join(' and ')).join(' or ')}`;
};

/** The call's own; those of every call stand at the top. */
const refusals = (codes: readonly ErrorCode[]): Record<string, string> | undefined =>
  codes.length === 0
    ? undefined
    : Object.fromEntries(
        codes.map((code) => [code, `${errorTable[code].status} ${errorTable[code].message}`]),
      );

const details = (title: string, value: unknown): string =>
  value === undefined
    ? ''
    : `<details><summary>${title}</summary><pre>${escapedMarkup(JSON.stringify(value, null, 2))}</pre></details>`;

/** Both are made when first asked for: a start would take a tenth of a second more. */
export function serveDescription(fastify: FastifyInstance): void {
  let description: string | undefined;
  let page: DocsPage | undefined;
  fastify.get('/api/openapi.json', (_request, reply) => {
    description ??= JSON.stringify(openApiDocument(routeTable));
    return reply.type('application/json; charset=utf-8').send(description);
  });
  fastify.get('/api/docs', (_request, reply) => {
    page ??= docsPage(routeTable);
    const { html, policy } = page;
    return reply.type('text/html; charset=utf-8').header('content-security-policy', policy).send(html);
  });
}
