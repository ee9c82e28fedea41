import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { tokenFormat } from '@skyshelf/contracts';
import type { StatementKeys } from '../statement-signer.js';

const secrets = z.array(z.string().min(32).max(4096)).min(1);
const privateKey = z.looseObject({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  d: z.string(),
  x: z.string(),
  kid: z.string().min(1),
});

/** Format: JWK (RFC 8037). */
export type PrivateKey = z.infer<typeof privateKey>;

/** Format: the output of `openssl genpkey -algorithm ed25519`. */
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
  /** They authenticate calls between services. */
  internalKeys: secrets,
  /** Catalog signs upload grants, storage checks them. */
  grantKeys: secrets,
  /** Storage signs what has arrived, catalog checks it. */
  receiptKeys: secrets,
  tokenKeys: z.array(z.union([privateKey, pemKey])).min(1),
};

export type KeyName = keyof typeof keySchemas;
type Keys = { readonly [Name in KeyName]: readonly z.infer<(typeof keySchemas)[Name]>[number][] };

/** Keys are listed by purpose. A list's first key signs, all verify. Missing ones are empty. */
export type InstallationKeys = Keys;

/** The same object until they change. */
export type CurrentKeys = () => InstallationKeys;

const day = z.union([z.iso.date(), z.iso.datetime({ offset: true })]);
const change = z.object({ changed: z.unknown() });

/** From `changed`, of a day alone its midnight UTC; null where it is missing, `wrong` where it is none. */
export function keysChangedAt(text: string): Date | null | 'wrong' {
  const { changed } = change.safeParse(json(text)).data ?? {};
  if (changed === undefined) return null;
  const parsed = day.safeParse(changed);
  return parsed.success ? new Date(parsed.data) : 'wrong';
}

export const keyNames = Object.keys(keySchemas) as KeyName[];

const NONE: InstallationKeys = { internalKeys: [], grantKeys: [], receiptKeys: [], tokenKeys: [] };

/**
 * Ignores other content.
 * @param needed required ones
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

/** Source: RFC 7517. */
export interface PublicKey {
  kty: string;
  crv: string;
  x: string;
  kid: string;
  alg: string;
  use: string;
}

/** Leaves out the private parts, whatever else the key has. */
export const publicHalves = (keys: readonly PrivateKey[]): PublicKey[] =>
  keys.map(({ kty, crv, x, kid }) => ({ kty, crv, x, kid, alg: tokenFormat.algorithm, use: 'sig' }));

const NO_KEYS: readonly string[] = [];

/** Part addresses are storage's own, like receipts. */
export const statementKeys =
  (keys: CurrentKeys): StatementKeys =>
  (kind) => {
    if (kind === 'upload-grant' || kind === 'import-grant') return keys().grantKeys;
    // One service alone signs and opens these.
    if (kind === 'payer' || kind === 'captcha' || kind === 'notices') return keys().internalKeys;
    return kind === 'upload-receipt' || kind === 'part-address' ? keys().receiptKeys : NO_KEYS;
  };
