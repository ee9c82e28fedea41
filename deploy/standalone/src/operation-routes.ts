import { DomainError, errorBody, eventTypeOf, type ServiceName } from '@skyshelf/contracts';
import type { OpsRoutes, Secrets } from '@skyshelf/data-folder';
import { createOutbox } from '@skyshelf/event-store';
import { databaseName, systemClock, type RunningService } from '@skyshelf/http';
import { readName } from '@skyshelf/local-identity';
import { processMetrics } from '@skyshelf/telemetry';
import type { MongoClient } from 'mongodb';
import { z } from 'zod';
import type { Composition } from './compose.js';
import { installationOf } from './operations/installation.js';
import { operatorRoutes } from './operations/operator-routes.js';

const user = z.strictObject({ user: z.string().min(1).max(200) });
const issued = z.object({ accessToken: z.string(), idToken: z.string(), expiresAt: z.number() });
const publishers: readonly ServiceName[] = ['gateway', 'catalog', 'storage', 'media', 'billing'];

/** What the operator can ask of a running standalone, over its socket. */
export function operationRoutes(
  composition: Composition,
  { secrets, client }: { secrets: Secrets; client: MongoClient },
): OpsRoutes {
  const { services, routes, bus } = composition;
  return {
    ...operatorRoutes(installationOf({ services, internalSecret: secrets.internalSecret, client, bus })),
    'GET /metrics': () => processMetrics.text(),
    'GET /health': async () =>
      Object.fromEntries(
        await Promise.all(Object.values(services).map(async (one) => [one.name, await one.health()])),
      ),
    'GET /operations/stats': async () => ({ outbox: await waitingEvents(client) }),
    'GET /operations/routes': async () => routes,
    'POST /internal/token': ({ body }) => issueToken(services.gateway, secrets.internalSecret, body),
  };
}

/** For whoever would sign in under this name at the local identity provider: `Alice Moreau` there is `alice-moreau` here too. */
async function issueToken(gateway: RunningService, internalSecret: string, body: unknown) {
  const known = readName(parse(user, body).user);
  if (!known)
    throw new DomainError('input.invalid', { field: 'user', message: 'A name needs a letter or a digit.' });
  const answer = await gateway.inject({
    method: 'POST',
    url: '/internal/token',
    headers: { authorization: `Internal ${internalSecret}`, 'content-type': 'application/json' },
    payload: JSON.stringify({ user: known.id }),
  });
  if (answer.statusCode !== 200) {
    const { code, message } = errorBody.parse(JSON.parse(answer.payload)).error;
    throw new DomainError(code, { message });
  }
  const { accessToken, idToken, expiresAt } = issued.parse(JSON.parse(answer.payload));
  return { access_token: accessToken, id_token: idToken, expires_at: expiresAt };
}

async function waitingEvents(client: MongoClient): Promise<Record<string, number>> {
  const depths = publishers.map(async (service) => {
    const schemaOf = (type: string) => eventTypeOf(type)?.schema ?? 1;
    const outbox = createOutbox({
      db: client.db(databaseName(service)),
      service,
      clock: systemClock,
      schemaOf,
    });
    return [service, (await outbox.depth()).events] as const;
  });
  return Object.fromEntries(await Promise.all(depths));
}

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new DomainError('input.invalid', { message: z.prettifyError(parsed.error) });
}
