import { randomBytes, scrypt, type ScryptOptions, timingSafeEqual } from 'node:crypto';

/** Both are base64url. */
export interface KeptPassword {
  salt: string;
  hash: string;
}

/** 16 MiB and some 40 ms of one core: who may try is limited anyway, and others' requests must not suffer. */
const cost: ScryptOptions = { N: 2 ** 14, r: 8, p: 1 };
const HASH_BYTES = 32;
const none: KeptPassword = { salt: '', hash: Buffer.alloc(HASH_BYTES).toString('base64url') };

const hashed = (password: string, salt: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(password.normalize('NFC'), salt, HASH_BYTES, cost, (error, hash) =>
      error ? reject(error) : resolve(hash),
    );
  });

export async function keepPassword(password: string): Promise<KeptPassword> {
  const salt = randomBytes(16).toString('base64url');
  return { salt, hash: (await hashed(password, salt)).toString('base64url') };
}

/** It takes the same time without a kept one, which no password equals. */
export async function isPassword(given: string, kept: KeptPassword | null): Promise<boolean> {
  const { salt, hash } = kept ?? none;
  const isSame = timingSafeEqual(await hashed(given, salt), Buffer.from(hash, 'base64url'));
  return kept !== null && isSame;
}
