import { createPrivateKey } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpUrl, loadConfig, port, setting, type Environment } from '@skyshelf/config';
import { keepNamesInMemory, startLocalIdentity, type LocalIdentity } from '@skyshelf/local-identity';
import { z } from 'zod';

const signInConfig = z.object({
  publicUrl: setting('PUBLIC_URL', httpUrl(), { doc: 'Where people reach the product, on their machine.' }),
  port: setting('SIGN_IN_PORT', port(), {
    doc: 'The port of the loopback address, here and on their machine.',
  }),
  folder: setting('SIGN_IN_FOLDER', z.string().min(1), {
    doc: 'The folder with its secrets: client-secret, cookie-secret, signing-key.pem.',
  }),
});

/**
 * In the gateway's pod, loopback only, so only those who may forward the pod's ports reach it.
 * @throws ConfigError that names every wrong setting; Error where the product can be reached from elsewhere
 */
export async function startSignIn(env: Environment): Promise<LocalIdentity> {
  const { folder, ...config } = loadConfig(signInConfig, env, { service: 'evaluation' });
  const secret = (file: string) => readFileSync(join(folder, file), 'utf8').trim();
  const publicUrl = config.publicUrl.replace(/\/$/, '');
  const key = createPrivateKey(secret('signing-key.pem')).export({ format: 'jwk' });
  return startLocalIdentity({
    host: '127.0.0.1',
    port: config.port,
    publicUrl,
    redirectUris: [`${publicUrl}/auth/local/callback`],
    clientId: 'skyshelf',
    clientSecret: secret('client-secret'),
    cookieSecret: secret('cookie-secret'),
    signingKey: { ...key, kid: 'evaluation', alg: 'ES256', use: 'sig' },
    names: keepNamesInMemory(),
  });
}
