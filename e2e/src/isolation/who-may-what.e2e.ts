import { randomUUID } from 'node:crypto';
import {
  elementId,
  rights,
  routes,
  routeTable,
  type AccessScope,
  type Right,
  type RouteContract,
  type ScopeKind,
} from '@skyshelf/contracts';
import { apiClient, eventually, type ApiClient } from '@skyshelf/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { driveOf } from '../setup/drive-of.js';
import { extensionToken } from '../setup/extension-token.js';
import { enoughIn } from '../setup/only-in.js';
import { sampleOf, sampleSeed } from '../setup/sample.js';
import { endGeneration, scopeToken } from '../setup/scope-token.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';
import { answerTo, callers, scopes, whoMayWhat, type CallerKind } from './who-may-what.js';

const nonsense: Record<string, string> = Object.fromEntries(
  [
    'blobId',
    'name',
    'uploadId',
    'partNumber',
    'elementId',
    'picture',
    'run',
    'file',
    'slot',
    'package',
    'share',
    'token',
  ].map((name) => [name, 'x']),
);
/** Refusals of who calls, not of what is sent. */
const ofCaller = new Set(['auth.required', 'auth.revoked', 'auth.forged', 'auth.expired', 'access.denied']);

/** The same code decides in both modes; a sixth of the routes shows that each gateway of a cluster asks it, too. */
const isWhole = enoughIn('standalone', 'a sixth of the routes in a cluster');
const asked = isWhole ? routeTable : sampleOf(routeTable, 6);

describe(`who may call what (${isWhole ? 'all' : sampleSeed})`, () => {
  const clients = new Map<CallerKind, ApiClient>();
  let operations: string[];

  beforeAll(async () => {
    const skyshelf = await sharedSkyshelf();
    const someone = driveOf(await skyshelf.token('someone'));
    const scopeOf = (kind: ScopeKind, given: readonly Right[], id = 'link'): AccessScope => ({
      ...{ kind, rights: given, roots: [elementId.parse('no-such-element')], id: `${id}-${randomUUID()}` },
      generation: 1,
    });
    const tokenOf = (kind: ScopeKind, given: readonly Right[]) =>
      kind === 'extension'
        ? skyshelf.token('someone').then((token) => extensionToken(skyshelf, token))
        : scopeToken(skyshelf, someone, scopeOf(kind, given));
    const ended = { share: scopeOf('share', rights), drop: scopeOf('drop', rights) };
    for (const scope of Object.values(ended)) await endGeneration(skyshelf, someone, scope);
    const tokens: Record<string, string | null> = {
      visitor: null,
      user: await skyshelf.token('someone'),
      admin: await skyshelf.token('admin'),
      'ended session': await skyshelf.token('ended'),
      'closing account': await skyshelf.token('closing'),
      'ended share': await scopeToken(skyshelf, someone, ended.share),
      'ended drop': await scopeToken(skyshelf, someone, ended.drop),
    };
    for (const [name, [kind, given]] of Object.entries(scopes)) tokens[name] = await tokenOf(kind, given);
    for (const [kind, token] of Object.entries(tokens))
      clients.set(kind as CallerKind, apiClient(skyshelf.url, token));
    await clients.get('ended session')?.call(routes.logOut);
    await clients.get('closing account')?.call(routes.closeAccount);
    const description = await fetch(new URL('/api/openapi.json', skyshelf.url));
    const { paths } = (await description.json()) as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    operations = Object.values(paths).flatMap((each) =>
      Object.values(each).map(({ operationId }) => operationId),
    );
  });
  afterAll(() => clients.forEach((client) => client.close()));

  const refusalOf = async (kind: CallerKind, route: RouteContract): Promise<string> => {
    const answer = await clients.get(kind)?.send(route, {
      params: nonsense,
      ...(route.query && { query: { nonsense: 1 } }),
      ...(route.body && { body: { nonsense: true } }),
    });
    const code = (answer?.body as { error?: { code?: string } } | null)?.error?.code ?? '';
    return ofCaller.has(code) ? code : 'let in';
  };

  it('is told by a row for each call of the description', () => {
    expect(Object.keys(whoMayWhat).toSorted()).toEqual(operations.toSorted());
  });

  it.each(callers)('%s', async (kind) => {
    for (const route of asked) {
      const expected = answerTo(kind, route.name as keyof typeof routes);
      // Another gateway hears a moment later that a session has ended.
      await eventually(async () =>
        expect([route.name, await refusalOf(kind, route)]).toEqual([route.name, expected]),
      );
    }
  });
});
