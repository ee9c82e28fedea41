import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync } from 'node:fs';
import { keyNames, parseKeys } from '@skyshelf/tokens';
import { exportJWK, generateKeyPair } from 'jose';
import { z } from 'zod';
import { StartRefusedError } from './data-folder-error.js';
import { writeDurably } from './prepare-data-folder.js';

const privateKey = z.looseObject({ kty: z.string(), kid: z.string(), d: z.string() });

const secrets = z.object({
  databasePassword: z.string().min(16),
  cookieSecret: z.string().min(32),
  /** It signs id_tokens of the local identity provider: ES256, private JWK. */
  identityKey: privateKey,
});
export type Secrets = z.infer<typeof secrets>;

/**
 * Created at the first start.
 * @throws {StartRefusedError} for an unreadable file: replacing it would sign everyone out
 */
export async function readSecrets(file: string): Promise<Secrets> {
  if (!existsSync(file)) {
    const draft = `${file}.new`;
    writeDurably(draft, await makeSecrets());
    renameSync(draft, file);
  }
  const text = readFileSync(file, 'utf8');
  const parsed = secrets.safeParse(parseJson(text));
  if (parsed.success && hasKeys(text)) return parsed.data;
  throw new StartRefusedError(
    `${file} is damaged. Bring it back from a backup, or remove it: then everybody has to sign in again.`,
  );
}

async function makeSecrets() {
  const random = () => randomBytes(32).toString('base64url');
  return {
    internalKeys: [random()],
    grantKeys: [random()],
    receiptKeys: [random()],
    tokenKeys: [await makeKey('EdDSA')],
    databasePassword: random(),
    cookieSecret: random(),
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

function hasKeys(text: string): boolean {
  try {
    return parseKeys(text, keyNames).tokenKeys.length > 0;
  } catch {
    return false;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
