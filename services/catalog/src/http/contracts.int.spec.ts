import { routeTable, type RouteContract } from '@skyshelf/contracts';
import { testDatabase, type TestDatabase } from '@skyshelf/testing';
import request from 'supertest';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCatalog, type RunningCatalog } from '../../testing/running-catalog.js';

const calls = routeTable
  .filter(({ service }) => service === 'catalog')
  .map((route) => [route.name, route] as const);

let database: TestDatabase;
let catalog: RunningCatalog;
let address: string;
let authorization: string;
beforeAll(async () => {
  database = await testDatabase('catalog_contracts');
  catalog = await runCatalog(database);
  address = await catalog.service.listenInternal({ host: '127.0.0.1', port: 0 });
  ({ authorization } = catalog.account().headers);
});
afterAll(async () => {
  await catalog.stop();
  await database.drop();
});

const sent = ({ method, path }: RouteContract) =>
  request(address)[method.toLowerCase() as 'get' | 'post' | 'put' | 'delete'](path);

describe('each call of the contracts', () => {
  it.each(calls.filter(([, { access }]) => access === 'user'))(
    '%s is for who is signed in',
    async (_, route) => {
      await sent(route)
        .expect(401)
        .expect(({ body }) => expect(body.error.code).toBe('auth.required'));
      await sent(route)
        .set('authorization', 'Bearer forged')
        .expect(401)
        .expect(({ body }) => expect(body).toMatchObject({ error: { code: 'auth.forged' }, logout: true }));
    },
  );

  it.each(calls.filter(([, { body }]) => body))(
    '%s takes what its contract says and no more',
    async (_, route) => {
      await sent(route)
        .set('authorization', authorization)
        .send({ nonsense: true })
        .expect(400)
        .expect('content-type', 'application/json; charset=utf-8')
        .expect(({ body }) => expect(body.error.code).toBe('input.invalid'));
    },
  );

  it.each(calls.filter(([, { query }]) => query))('%s takes no query but its own', async (_, route) => {
    await sent(route)
      .set('authorization', authorization)
      .query({ nonsense: 1 })
      .expect(400)
      .expect(({ body }) => expect(body.error.code).toBe('input.invalid'));
  });
});
