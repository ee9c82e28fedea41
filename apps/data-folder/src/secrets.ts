import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import { StartRefusedError } from './data-folder-error.js';
import { writeDurably } from './write-durably.js';

const privateKey = z.looseObject({ kty: z.string(), kid: z.string(), d: z.string() });

const secrets = z.object({
  /** Between services, for `/internal/…`. */
  internalSecret: z.string().min(32),
  /** Upload grants, receipts, part addresses. */
  signingSecret: z.string().min(32),
  /** Cookies of a sign-in under way. */
  cookieSecret: z.string().min(32),
  /** The gateway's access tokens: Ed25519, private JWK. */
  tokenKey: privateKey,
  /** The local identity provider's id_tokens: ES256, private JWK. */
  identityKey: privateKey,
});
export type Secrets = z.infer<typeof secrets>;

/**
 * The secrets of this installation, made at its first start and kept in one file that only its owner can read.
 * @throws {StartRefusedError} when the file is there but can't be read as such: losing it would sign everybody out, so it is never replaced
 */
export async function readSecrets(file: string): Promise<Secrets> {
  if (!existsSync(file)) {
    const draft = `${file}.new`;
    writeDurably(draft, await makeSecrets());
    renameSync(draft, file);
  }
  const parsed = secrets.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (parsed.success) return parsed.data;
  throw new StartRefusedError(
    `${file} is damaged. Bring it back from a backup, or remove it: then everybody has to sign in again.`,
  );
}

async function makeSecrets(): Promise<Secrets> {
  const random = () => randomBytes(32).toString('base64url');
  return {
    internalSecret: random(),
    signingSecret: random(),
    cookieSecret: random(),
    tokenKey: await makeKey('EdDSA'),
    identityKey: await makeKey('ES256'),
  };
}

async function makeKey(alg: string): Promise<z.infer<typeof privateKey>> {
  const { privateKey: key } = await generateKeyPair(alg, { extractable: true });
  return privateKey.parse({
    ...(await exportJWK(key)),
    alg,
    use: 'sig',
    kid: randomBytes(8).toString('base64url'),
  });
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
