import { createHmac, createSecretKey, hkdfSync, type KeyObject, timingSafeEqual } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createSealer, type Sealer } from './sealer.js';

/** Upload grants, receipts, part addresses: HMAC-SHA256, a key for each kind. */
export interface StatementSigner {
  sign(statement: object): string;
  /** Signs like `sign`, but its holder cannot read it. */
  seal(statement: object): string;
  /** null when not signed by a key of its kind. The caller checks its expiry. */
  open(signed: string): unknown;
}

/** An upload's grant has about 600. */
export const MAX_STATEMENT_CHARACTERS = 8192;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The first one signs, all verify. */
export type StatementKeys = (kind: string) => readonly string[];

/**
 * `<base64url JSON>.<base64url HMAC-SHA256>` (RFC 2104), by a key derived for the kind (HKDF, RFC 5869).
 * `kind` and expiry must be in the statement. A sealed one is `~<kind>.<AES-256-GCM>`.
 * @throws RangeError from `sign` and `seal` when the statement is longer than MAX_STATEMENT_CHARACTERS
 * @throws Error from `sign` and `seal` when this process has no key for its kind
 */
export function createStatementSigner(keysOf: StatementKeys): StatementSigner {
  const derived = new DerivedKeys();
  const sealerOf = (kind: string): Sealer => createSealer(() => keysOf(kind), `statements of ${kind}`);
  return {
    sign: (statement) => {
      const kind = kindOf(statement);
      const [key] = keysOf(kind);
      if (key === undefined) throw new Error(`There is no key to sign statements of the kind ${kind} with.`);
      const body = Buffer.from(JSON.stringify(statement)).toString('base64url');
      return short(`${body}.${derived.signature(body, kind, key)}`);
    },
    seal: (statement) => {
      const kind = kindOf(statement);
      return short(`${SEALED}${kind}.${sealerOf(kind).seal(JSON.stringify(statement), kind)}`);
    },
    open: (signed) => {
      if (signed.length > MAX_STATEMENT_CHARACTERS) return null;
      const [body, mac, ...rest] = signed.split('.');
      if (!body || !mac || rest.length > 0) return null;
      if (body.startsWith(SEALED)) {
        const kind = body.slice(SEALED.length);
        const statement = parsed(sealerOf(kind).open(mac, kind) ?? '');
        return kindOf(statement) === kind ? statement : null;
      }
      const statement = parsed(Buffer.from(body, 'base64url').toString());
      const kind = kindOf(statement);
      const isGood = keysOf(kind).some((key) => sameSecret(mac, derived.signature(body, kind, key)));
      return isGood ? statement : null;
    },
  };
}

/** No base64url begins so. */
const SEALED = '~';

function short(signed: string): string {
  if (signed.length > MAX_STATEMENT_CHARACTERS)
    throw new RangeError('The statement is too long to be signed.');
  return signed;
}

/** Each kind has a different key, even with the same secret. */
class DerivedKeys {
  readonly #derived = new LRUCache<string, KeyObject>({ max: 100 });

  signature(body: string, kind: string, secret: string): string {
    return createHmac('sha256', this.#keyOf(kind, secret)).update(body).digest('base64url');
  }

  /** Made once: importing bytes each time costs more. */
  #keyOf(kind: string, secret: string): KeyObject {
    const id = `${kind} ${secret}`;
    const known = this.#derived.get(id);
    if (known) return known;
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `skyshelf ${kind} v1`, 32)));
    this.#derived.set(id, key);
    return key;
  }
}

const kindOf = (statement: unknown): string =>
  typeof statement === 'object' && statement !== null && 'kind' in statement ? String(statement.kind) : '';

/** Compares in constant time; lengths are no secret. */
export function sameSecret(given: string, expected: string): boolean {
  const a = Buffer.from(given);
  const b = Buffer.from(expected);
  return a.length === b.length && timingSafeEqual(a, b);
}
