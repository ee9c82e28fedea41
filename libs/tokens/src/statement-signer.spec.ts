import { describe, expect, it } from 'vitest';
import { createStatementSigner } from './index.js';

const signer = createStatementSigner(() => ['one secret of an installation, long enough']);
const grant = { kind: 'upload-grant', drive: 'd1', name: 'Ünïcode – photo.jpg', size: 12 };

describe('a signed statement', () => {
  it('comes back as it was', () => {
    expect(signer.open(signer.sign(grant))).toEqual(grant);
    expect(signer.sign(grant)).toMatch(/^[\w-]+\.[\w-]+$/);
  });

  it('is not opened when a single letter has changed', () => {
    const signed = signer.sign(grant);
    for (let place = 0; place < signed.length; place += 1) {
      const other = signed[place] === 'A' ? 'B' : 'A';
      const forged = signed.slice(0, place) + other + signed.slice(place + 1);
      // The last letter of a base64 text may carry bits that do not count: another spelling is no statement
      // of ours either.
      expect(signer.open(forged)).toBeNull();
    }
  });

  it('that is sealed comes back as well, shows nothing, and is opened as one of its kind alone', () => {
    const sealed = signer.seal(grant);
    expect(signer.open(sealed)).toEqual(grant);
    expect(Buffer.from(sealed.split('.')[1] ?? '', 'base64url').toString('latin1')).not.toContain('d1');
    for (const forged of [`${sealed.slice(0, -2)}AA`, sealed.replace('grant', 'receipt'), sealed.slice(1)])
      expect(signer.open(forged)).toBeNull();
  });

  it('is not opened under another secret', () => {
    expect(
      createStatementSigner(() => ['another secret of an installation']).open(signer.sign(grant)),
    ).toBeNull();
  });

  it('is not opened under the key of another kind', () => {
    const keys: Record<string, string> = { 'upload-grant': 'a'.repeat(32), 'upload-receipt': 'b'.repeat(32) };
    const ours = createStatementSigner((kind) => [keys[kind] ?? 'none']);
    const [, mac] = ours.sign({ ...grant, kind: 'upload-receipt' }).split('.');
    const body = Buffer.from(JSON.stringify(grant)).toString('base64url');
    expect(ours.open(`${body}.${mac}`)).toBeNull();
  });

  it.each(['', '.', 'a.b', 'a.b.c', '{"kind":"upload-grant"}', 'ü.ü', 'x'.repeat(10_000)])(
    'is not %j',
    (nonsense) => {
      expect(signer.open(nonsense)).toBeNull();
    },
  );

  it('has a bound', () => {
    expect(() => signer.sign({ kind: 'upload-grant', text: 'x'.repeat(8192) })).toThrow(RangeError);
  });
});
