import { ObjectStoreError, type PartInfo } from './port.js';

const keyPattern = /^[A-Za-z0-9_-]{1,128}$/;

export const isKey = (text: string): boolean => keyPattern.test(text);

/** @throws ObjectStoreError `bad-key` */
export function checkKey(key: string): void {
  if (!isKey(key)) throw new ObjectStoreError('bad-key', 'A key has 1 to 128 of A–Z, a–z, 0–9, _ and -');
}

/** Source: https://docs.aws.amazon.com/AmazonS3/latest/userguide/qfacts.html */
const MAX_PARTS = 10_000;

/** @throws ObjectStoreError `bad-part` */
export function checkPartNumber(partNumber: number): void {
  if (!Number.isInteger(partNumber) || partNumber < 1 || partNumber > MAX_PARTS)
    throw new ObjectStoreError('bad-part', `A part has a number from 1 to ${MAX_PARTS}`);
}

/** @throws ObjectStoreError `bad-part`: none at all, or not in order */
export function checkPartOrder(parts: readonly Pick<PartInfo, 'partNumber'>[]): void {
  if (parts.length === 0) throw new ObjectStoreError('bad-part', 'An upload has at least one part');
  let before = 0;
  for (const { partNumber } of parts) {
    if (partNumber <= before)
      throw new ObjectStoreError('bad-part', 'Parts are named once, in the order of their numbers');
    before = partNumber;
  }
}
