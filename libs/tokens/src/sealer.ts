import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto';

/** The first one signs, all verify. */
export type KeyList = () => readonly string[];

/** Keeps short texts that only this installation can read. */
export interface Sealer {
  /** @param about what the text belongs to: it opens with the same only */
  seal(text: string, about: string): string;
  /** null when it was not sealed by one of the keys, or for something else. */
  open(sealed: string, about: string): string | null;
}

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM (NIST SP 800-38D) by a key derived for the purpose (HKDF, RFC 5869). The first key seals, all open.
 * Format: base64url of IV, tag and text.
 */
export function createSealer(keys: KeyList, purpose: string): Sealer {
  const derived = (secret: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `skyshelf sealed ${purpose} v1`, 32));
  return {
    seal: (text, about) => {
      const [first] = keys();
      if (first === undefined) throw new Error(`There is no key to seal ${purpose} with.`);
      const iv = randomBytes(IV_BYTES);
      const cipher = createCipheriv(CIPHER, derived(first), iv).setAAD(Buffer.from(about));
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url');
    },
    open: (sealed, about) => {
      const bytes = Buffer.from(sealed, 'base64url');
      if (bytes.length < IV_BYTES + TAG_BYTES) return null;
      for (const key of keys()) {
        const text = opened(derived(key), bytes, about);
        if (text !== null) return text;
      }
      return null;
    },
  };
}

function opened(key: Buffer, bytes: Buffer, about: string): string | null {
  const iv = bytes.subarray(0, IV_BYTES);
  const tag = bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(about)).setAuthTag(tag);
  try {
    const text = decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}
