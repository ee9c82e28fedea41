import { randomBytes } from 'node:crypto';
import { eventually } from '@skyshelf/testing';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ObjectStore } from '../../src/port.js';
import { type ContractSubject, newKey } from './contract-subject.js';

/** As long as a name may be, in letters that take the most room. */
const longName = '\u{1d4d0}'.repeat(127);
const presented = {
  disposition: `attachment; filename="a b.html"; filename*=UTF-8''${encodeURIComponent(longName)}`,
  type: 'application/octet-stream',
};

async function statusOf(address: string, method = 'GET'): Promise<number> {
  const answer = await fetch(address, { method });
  await answer.arrayBuffer();
  return answer.status;
}

export function addressesOfObjects(subjectOf: () => ContractSubject): void {
  describe('addresses of objects', () => {
    let store: ObjectStore;
    const bytes = randomBytes(100_000);
    const key = newKey();
    beforeAll(async () => {
      ({ store } = subjectOf());
      await store.put(key, bytes);
    });

    it('give the bytes as they are to be presented, whole and in ranges, or there are none', async () => {
      const address = await store.presignGet(key, 60_000, presented);
      if (address === null) return;
      const whole = await fetch(address);
      expect([whole.status, whole.headers.get('content-type')]).toEqual([200, presented.type]);
      expect(whole.headers.get('content-disposition')).toBe(presented.disposition);
      expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
      const etag = whole.headers.get('etag') ?? '';
      const part = await fetch(address, { headers: { range: 'bytes=99990-', 'if-range': etag } });
      expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 99990-99999/100000']);
      expect(part.headers.get('content-disposition')).toBe(presented.disposition);
      expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(99_990))).toBe(true);
    });

    it('are good for nothing else, and for no longer', async () => {
      const address = await store.presignGet(key, 60_000, presented);
      const short = await store.presignGet(key, 1, presented);
      if (address === null || short === null) return;
      const other = newKey();
      await store.put(other, bytes);
      for (const changed of [
        address.replace('attachment', 'inline'),
        address.replace('octet-stream', 'xhtml%2Bxml'),
        address.replace(/response-content-type=[^&]*&/, ''),
        address.replace(key, other),
      ]) {
        expect(changed).not.toBe(address);
        expect(await statusOf(changed)).toBe(403);
      }
      for (const method of ['PUT', 'DELETE', 'POST'])
        expect(await statusOf(address, method)).toBeGreaterThanOrEqual(400);
      expect(await statusOf(address)).toBe(200);
      await eventually(async () => (await statusOf(short)) === 403, { timeoutMs: 20_000 });
    });
  });
}
