import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { providerConfig, type ProviderConfig } from '../../domain/provider.js';
import { ProviderDirectory } from './provider-directory.js';

const MINUTE = 60_000;
let now = 0;
let well = true;
let asked = 0;
let server: Server;
let config: ProviderConfig;
let directory: ProviderDirectory;
beforeEach(async () => {
  [now, well, asked] = [0, true, 0];
  server = createServer((_request, response) => {
    asked += 1;
    if (!well) return void response.writeHead(503).end();
    response.setHeader('content-type', 'application/json').end(
      JSON.stringify({
        issuer: issuer(),
        authorization_endpoint: `${issuer()}/authorize`,
        token_endpoint: `${issuer()}/token?${asked}`,
        jwks_uri: `${issuer()}/keys`,
      }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  config = providerConfig.parse({
    key: 'home',
    kind: 'oidc',
    name: 'Home',
    issuer: issuer(),
    clientId: 'skyshelf',
    clientSecret: 'x',
  });
  directory = new ProviderDirectory(() => now);
});
afterEach(() => new Promise((resolve) => server.close(resolve)));

const issuer = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

it('asks a provider once, and again after ten minutes', async () => {
  await Promise.all([directory.find(config), directory.find(config)]);
  now = 9 * MINUTE;
  await directory.find(config);
  expect(asked).toBe(1);
  now = 11 * MINUTE;
  expect((await directory.find(config)).endpoints.token).toBe(`${issuer()}/token?2`);
});

it('goes on with what it knows while the provider cannot be asked, for a day', async () => {
  const known = await directory.find(config);
  well = false;
  now = 11 * MINUTE;
  expect(await directory.find(config)).toEqual(known);
  well = true;
  expect((await directory.find(config)).endpoints.token).toBe(`${issuer()}/token?3`);
  well = false;
  now = 26 * 60 * MINUTE;
  await expect(directory.find(config)).rejects.toThrow('answered 503');
});

it('fails while it never knew the provider, and asks again the next time', async () => {
  well = false;
  await expect(directory.find(config)).rejects.toThrow('answered 503');
  well = true;
  expect((await directory.find(config)).endpoints.token).toBe(`${issuer()}/token?2`);
});
