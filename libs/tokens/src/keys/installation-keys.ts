import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';

const secrets = z.array(z.string().min(32).max(4096)).min(1);
const privateKey = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  d: z.string(),
  x: z.string(),
  kid: z.string().min(1),
});

/** A private Ed25519 key as JWK (RFC 8037). */
export type PrivateKey = z.infer<typeof privateKey>;

/** The same as `openssl genpkey -algorithm ed25519` prints it. */
const pemKey = z
  .strictObject({ kid: z.string().min(1), pem: z.string() })
  .transform(({ kid, pem }, context) => {
    const read = privateKey.safeParse({ ...jwkOf(pem), kid });
    if (read.success) return read.data;
    context.addIssue({ code: 'custom', message: 'It is no private Ed25519 key.' });
    return z.NEVER;
  });

function jwkOf(pem: string): object {
  try {
    return createPrivateKey(pem).export({ format: 'jwk' });
  } catch {
    return {};
  }
}

const keySchemas = {
  /** For the calls between services. */
  internalKeys: secrets,
  /** Catalog signs leave to upload, storage checks it. */
  grantKeys: secrets,
  /** Storage signs what has arrived, catalog checks it. */
  receiptKeys: secrets,
  /** The gateway signs access tokens. */
  tokenKeys: z.array(z.union([privateKey, pemKey])).min(1),
};

export type KeyName = keyof typeof keySchemas;
type Keys = { readonly [Name in KeyName]: readonly z.infer<(typeof keySchemas)[Name]>[number][] };

/** The keys of an installation by what they are for. The first one of a list signs, all of them verify. What the file does not have is empty. */
export type InstallationKeys = Keys;

/** The keys as they are now; the same object until they change. */
export type CurrentKeys = () => InstallationKeys;

const change = z.object({ changed: z.iso.date() });

/** The day on which the file says that its keys were last changed (`changed`), at its begin in UTC; null where it does not say. */
export function keysChangedAt(text: string): Date | null {
  const parsed = change.safeParse(json(text));
  return parsed.success ? new Date(parsed.data.changed) : null;
}

/** Secrets as they are now: the first one signs, all verify. */
export type KeyList = () => readonly string[];

export const keyNames = Object.keys(keySchemas) as KeyName[];

const NONE: InstallationKeys = { internalKeys: [], grantKeys: [], receiptKeys: [], tokenKeys: [] };

/**
 * Reads the lists of keys out of a file's text; what else it holds is passed over.
 * @param needed those that must be there
 * @throws {Error} that says what is wrong, without any secret
 */
export function parseKeys(text: string, needed: readonly KeyName[]): InstallationKeys {
  const parsed = z.object(keySchemas).partial().safeParse(json(text));
  const missing = parsed.success ? needed.filter((name) => parsed.data[name] === undefined) : [];
  if (parsed.success && missing.length === 0) return { ...NONE, ...parsed.data };
  const issues = parsed.error?.issues.map(({ path }) => String(path[0] ?? 'its JSON')) ?? [];
  const wrong = [...new Set([...issues, ...missing])];
  throw new Error(
    `${wrong.join(', ')} cannot be read. Allowed are lists of texts of at least 32 characters, for tokenKeys of private Ed25519 keys as JWK, or as pem, each with a kid`,
  );
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
