import { ObjectStoreError } from './object-store-error.js';

const keyPattern = /^[A-Za-z0-9_-]{1,128}$/;

export const isKey = (text: string): boolean => keyPattern.test(text);

/** @throws ObjectStoreError `bad-key` */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new ObjectStoreError('bad-key', 'A key has 1 to 128 of A–Z, a–z, 0–9, _ and -');
}
