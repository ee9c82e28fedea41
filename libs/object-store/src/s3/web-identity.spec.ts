import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { webIdentity } from './web-identity.js';

const HOUR = 3_600_000;
const START = Date.parse('2026-05-01T10:00:00Z');

let folder: string;
let server: Server;
let endpoint: string;
let asked: URLSearchParams[];
let well: boolean;
let now: number;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'skyshelf-role-'));
  writeFileSync(join(folder, 'token'), 'token-1\n');
  asked = [];
  well = true;
  now = START;
  server = createServer((request, response) => {
    void text(request).then((form) => {
      asked.push(new URLSearchParams(form));
      if (!well) return void response.writeHead(403).end(REFUSED);
      response.end(given(`key-${asked.length}`, new Date(now + HOUR).toISOString()));
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true });
});

const REFUSED =
  '<ErrorResponse><Error><Code>ExpiredTokenException</Code><Message>Token is old</Message></Error></ErrorResponse>';
const given = (key: string, ends: string): string =>
  '<AssumeRoleWithWebIdentityResponse><AssumeRoleWithWebIdentityResult><Credentials>' +
  `<AccessKeyId>${key}</AccessKeyId><SecretAccessKey>secret</SecretAccessKey>` +
  `<SessionToken>session</SessionToken><Expiration>${ends}</Expiration>` +
  '</Credentials></AssumeRoleWithWebIdentityResult></AssumeRoleWithWebIdentityResponse>';

const role = () =>
  webIdentity(
    {
      endpoint,
      roleArn: 'arn:aws:iam::1:role/shelf',
      tokenFile: join(folder, 'token'),
      sessionName: 'shelf',
    },
    () => now,
  );

it('takes the role on once for all who ask, and again with the token as it is then', async () => {
  const credentials = role();
  const all = await Promise.all([credentials(), credentials(), credentials()]);
  expect(all).toEqual(
    Array.from({ length: 3 }, () => ({ accessKey: 'key-1', secretKey: 'secret', sessionToken: 'session' })),
  );
  expect(Object.fromEntries(asked[0] ?? [])).toEqual({
    Action: 'AssumeRoleWithWebIdentity',
    Version: '2011-06-15',
    RoleSessionName: 'shelf',
    RoleArn: 'arn:aws:iam::1:role/shelf',
    WebIdentityToken: 'token-1',
  });
  writeFileSync(join(folder, 'token'), 'token-2');
  now = START + HOUR / 2;
  // Anyone who asks does not wait for it.
  expect((await credentials()).accessKey).toBe('key-1');
  await expect.poll(async () => (await credentials()).accessKey).toBe('key-2');
  expect(asked.map((each) => each.get('WebIdentityToken'))).toEqual(['token-1', 'token-2']);
});

it('goes on with what it has until that ends, and then says why', async () => {
  const credentials = role();
  await credentials();
  well = false;
  now = START + HOUR / 2;
  expect((await credentials()).accessKey).toBe('key-1');
  await expect.poll(() => asked.length).toBe(2);
  expect((await credentials()).accessKey).toBe('key-1');
  expect(asked).toHaveLength(2);
  now = START + HOUR;
  await expect(credentials()).rejects.toMatchObject({
    name: 'ObjectStoreError',
    code: 'unavailable',
    message: expect.stringMatching(
      /AWS_ROLE_ARN cannot be taken on at http.*ExpiredTokenException: Token is old/,
    ),
  });
});
