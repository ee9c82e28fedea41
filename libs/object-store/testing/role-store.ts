import { execFile, spawn } from 'node:child_process';
import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { provide } from '@skyshelf/stack';
import { eventually, freePort } from '@skyshelf/testing';

/**
 * A MinIO whose certificate is of an authority of its own, and which gives roles to who shows a token of a
 * platform.
 */
export interface RoleStore {
  endpoint: string;
  authority: string;
  roleArn: string;
  token(about?: object): string;
  stop(): Promise<void>;
}

const CLIENT = 'skyshelf';

export async function startRoleStore(): Promise<RoleStore> {
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-role-store-'));
  const certificates = join(folder, 'certs');
  const authority = join(certificates, 'public.crt');
  mkdirSync(certificates);
  await promisify(execFile)('openssl', [
    'req',
    '-x509',
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:prime256v1',
    '-nodes',
    '-days',
    '2',
    '-subj',
    '/CN=authority',
    '-addext',
    'subjectAltName=IP:127.0.0.1',
    '-keyout',
    join(certificates, 'private.key'),
    '-out',
    authority,
  ]);
  const platform = await startPlatform();
  const port = await freePort();
  const minio = spawn(
    await provide('minio'),
    [
      'server',
      join(folder, 'data'),
      '--address',
      `127.0.0.1:${port}`,
      '--certs-dir',
      certificates,
      '--quiet',
    ],
    { stdio: 'ignore', env: { ...settings(platform.issuer), HOME: folder } },
  );
  const endpoint = `https://127.0.0.1:${port}`;
  const roleArn = `arn:minio:iam:us-east-1::role/${createHash('sha1').update(CLIENT).digest('base64url')}`;
  await eventually(() => givesRole(endpoint, roleArn, platform.token()), { timeoutMs: 60_000 });
  return {
    endpoint,
    authority,
    roleArn,
    token: platform.token,
    stop: async () => {
      platform.stop();
      const ended = once(minio, 'exit');
      minio.kill();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const settings = (issuer: string) => ({
  MINIO_ROOT_USER: 'rootuser',
  MINIO_ROOT_PASSWORD: 'rootpassword',
  MINIO_REGION: 'us-east-1',
  MINIO_BROWSER: 'off',
  MINIO_UPDATE: 'off',
  MINIO_IDENTITY_OPENID_CONFIG_URL: `${issuer}/.well-known/openid-configuration`,
  MINIO_IDENTITY_OPENID_CLIENT_ID: CLIENT,
  MINIO_IDENTITY_OPENID_ROLE_POLICY: 'readwrite',
});

/** It says that it is ready before it has read which roles there are. */
function givesRole(endpoint: string, roleArn: string, token: string): Promise<boolean> {
  const form = { Action: 'AssumeRoleWithWebIdentity', Version: '2011-06-15', WebIdentityToken: token };
  const query = new URLSearchParams({ ...form, RoleArn: roleArn });
  return new Promise((resolve) => {
    request(`${endpoint}/?${query}`, { method: 'POST', rejectUnauthorized: false }, (answer) => {
      answer.resume();
      resolve(answer.statusCode === 200);
    })
      .on('error', () => resolve(false))
      .end();
  });
}

/** Starts a platform that signs tokens of service accounts and publishes its public key (RFC 7517). */
async function startPlatform() {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'platform', alg: 'RS256', use: 'sig' };
  const server = createServer((request, response) => {
    const described = { issuer, jwks_uri: `${issuer}/keys`, response_types_supported: ['id_token'] };
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(request.url === '/keys' ? { keys: [key] } : described));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const coded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const token = (about: object = {}): string => {
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: issuer, aud: CLIENT, sub: 'system:serviceaccount:shelf:storage', iat: now };
    const signed = `${coded({ alg: 'RS256', kid: 'platform' })}.${coded({ ...claims, exp: now + 3600, ...about })}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  return { issuer, token, stop: () => void server.close().closeAllConnections() };
}
