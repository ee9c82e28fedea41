import { createHmac, createSecretKey, hkdfSync } from 'node:crypto';
import { sameSecret } from './same-secret.js';

/** Signs and checks statements between services (upload grants, receipts, part addresses): HMAC-SHA256 under the installation's secret. */
export interface StatementSigner {
  sign(statement: object): string;
  /** The statement, or null when it was not signed here. Expiry is the caller's to check. */
  open(signed: string): unknown;
}

/** The longest statement that is signed or opened, in characters. An upload's grant has about 600. */
export const MAX_STATEMENT_CHARACTERS = 8192;

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/**
 * Signs JSON statements as `<base64url JSON>.<base64url HMAC-SHA256>` (RFC 2104) under a key derived from the installation's secret (HKDF, RFC 5869).
 * What kind of statement it is, and until when it holds, must stand in the statement itself.
 * @throws RangeError from `sign` when the statement is longer than MAX_STATEMENT_CHARACTERS
 */
export function createStatementSigner(secret: string): StatementSigner {
  // A key object, made once: from bytes it would be made anew for each statement.
  const key = createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', 'skyshelf statements v1', 32)));
  const signature = (body: string): string => createHmac('sha256', key).update(body).digest('base64url');
  return {
    sign: (statement) => {
      const body = Buffer.from(JSON.stringify(statement)).toString('base64url');
      const signed = `${body}.${signature(body)}`;
      if (signed.length > MAX_STATEMENT_CHARACTERS)
        throw new RangeError('The statement is too long to be signed.');
      return signed;
    },
    open: (signed) => {
      if (signed.length > MAX_STATEMENT_CHARACTERS) return null;
      const [body, mac, ...rest] = signed.split('.');
      if (!body || !mac || rest.length > 0 || !sameSecret(mac, signature(body))) return null;
      return parsed(Buffer.from(body, 'base64url').toString());
    },
  };
}
