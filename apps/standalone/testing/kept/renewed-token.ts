import { createPrivateKey, sign, type JsonWebKey } from 'node:crypto';

const HOUR_S = 3600;

/** The same token as if it had been issued now: the tokens of a committed session run out, what they say does not. */
export function renewedToken(token: string, secrets: string): string {
  const [header = '', payload = ''] = token.split('.');
  const { tokenKeys } = JSON.parse(secrets) as { tokenKeys: JsonWebKey[] };
  const now = Math.floor(Date.now() / 1000);
  const claims = { ...(JSON.parse(String(Buffer.from(payload, 'base64url'))) as object), iat: now };
  const renewed = Buffer.from(JSON.stringify({ ...claims, exp: now + HOUR_S })).toString('base64url');
  const key = createPrivateKey({ key: tokenKeys[0] ?? {}, format: 'jwk' });
  const signature = sign(null, Buffer.from(`${header}.${renewed}`), key);
  return `${header}.${renewed}.${signature.toString('base64url')}`;
}
