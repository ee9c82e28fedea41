import { generateKeyPairSync } from 'node:crypto';
import { rmSync } from 'node:fs';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createStatementSigner, KeyFile, keyNames, statementKeys } from '../index.js';
import { newSecret, testKeyFile } from '../../testing/index.js';

function opened() {
  const file = testKeyFile();
  let now = 0;
  const troubles: string[] = [];
  const followed = new KeyFile({
    path: file.path,
    needed: keyNames,
    shownFirstMs: 20_000,
    monotonic: () => now,
    logger: { error: ({ reason }) => void troubles.push(reason) },
  });
  onTestFinished(() => {
    followed.close();
    file.remove();
  });
  const pass = (ms: number) => {
    now += ms;
    return followed.look();
  };
  return { file, followed, troubles, pass, internal: () => followed.current().internalKeys };
}

describe('the file of keys', () => {
  it('says when the keys were changed, where an operator has written it', async () => {
    const { file, followed, pass, troubles } = opened();
    expect(followed.changedAt).toBe(null);
    file.write(JSON.stringify({ ...file.keys, changed: '2026-11-26' }));
    await pass(1_000);
    expect(followed.changedAt).toEqual(new Date('2026-11-26T00:00:00Z'));
    file.write(JSON.stringify({ ...file.keys, changed: 'last year' }));
    await pass(1_000);
    expect(followed.changedAt).toBe(null);
    expect(troubles).toEqual([`${file.path}: changed is no day, such as 2026-11-27`]);
    file.write(JSON.stringify({ ...file.keys, changed: '2026-11-26T10:00:00Z' }));
    await pass(1_000);
    expect(followed.changedAt).toEqual(new Date('2026-11-26T10:00:00Z'));
  });

  it('lets a new first key verify at once, and sign when all have had the time to read it', async () => {
    const { file, followed, pass, internal } = opened();
    const [old = ''] = file.keys.internalKeys;
    const fresh = newSecret();
    const before = followed.current();
    await pass(1_000);
    expect(followed.current()).toBe(before);
    file.write({ internalKeys: [fresh, old] });
    await pass(1_000);
    expect(internal()).toEqual([old, fresh]);
    await pass(19_000);
    expect(internal()).toEqual([old, fresh]);
    await pass(1_000);
    expect(internal()).toEqual([fresh, old]);
    file.write({ internalKeys: [fresh] });
    await pass(1_000);
    expect(internal()).toEqual([fresh]);
  });

  it('takes a key at once when all others are gone', async () => {
    const { file, pass, internal } = opened();
    const fresh = newSecret();
    file.write({ internalKeys: [fresh] });
    await pass(0);
    expect(internal()).toEqual([fresh]);
  });

  it('keeps the keys it knows when the file is gone or damaged, and says so once', async () => {
    const { file, followed, troubles, pass } = opened();
    const before = followed.current();
    file.write('{"internalKeys": ["half');
    await pass(1_000);
    await pass(1_000);
    rmSync(file.path);
    await pass(1_000);
    expect(followed.current()).toBe(before);
    expect(troubles).toEqual([
      expect.stringContaining('its JSON cannot be read'),
      expect.stringContaining('ENOENT'),
    ]);
    expect(troubles.join()).not.toContain('half');
    file.write({});
    await pass(1_000);
    expect(followed.trouble).toBeNull();
  });

  it('refuses a start without the keys that are needed, and does not print others', () => {
    const { file } = opened();
    file.write({ grantKeys: ['a short secret'] });
    const open = () => new KeyFile({ path: file.path, needed: keyNames });
    expect(open).toThrow('grantKeys cannot be read. Allowed are lists of texts of at least 32 characters');
    expect(open).not.toThrow('a short secret');
    file.write(JSON.stringify({ internalKeys: file.keys.internalKeys }));
    expect(open).toThrow('grantKeys, receiptKeys, tokenKeys cannot be read');
    new KeyFile({ path: file.path, needed: ['internalKeys'] }).close();
  });

  it('takes a token key as PEM like the same one as JWK, and no other kind of key', () => {
    const { file } = opened();
    const { privateKey } = generateKeyPairSync('ed25519');
    const asPem = (key: typeof privateKey) => ({
      kid: 'k2',
      pem: key.export({ type: 'pkcs8', format: 'pem' }),
    });
    const open = () => new KeyFile({ path: file.path, needed: ['tokenKeys'] });
    file.write(JSON.stringify({ tokenKeys: [asPem(privateKey)] }));
    const read = open();
    expect(read.current().tokenKeys).toEqual([{ ...privateKey.export({ format: 'jwk' }), kid: 'k2' }]);
    read.close();
    file.write(JSON.stringify({ tokenKeys: [asPem(generateKeyPairSync('ed448').privateKey)] }));
    expect(open).toThrow('tokenKeys cannot be read');
  });

  it('signs grants and receipts by keys of their own', async () => {
    const { file, followed, pass } = opened();
    const signer = createStatementSigner(statementKeys(followed.current));
    const grant = { kind: 'upload-grant', uploadId: 'u' };
    const receipt = { kind: 'upload-receipt', uploadId: 'u' };
    const signed = [signer.sign(grant), signer.sign(receipt)];
    expect(signed.map((each) => signer.open(each))).toEqual([grant, receipt]);
    expect(() => signer.sign({ kind: 'another' })).toThrow('no key');
    file.write({ grantKeys: [newSecret()] });
    await pass(1_000);
    expect(signed.map((each) => signer.open(each))).toEqual([null, receipt]);
    file.write({ grantKeys: [newSecret(), ...file.keys.grantKeys] });
    await pass(1_000);
    expect(signed.map((each) => signer.open(each))).toEqual([grant, receipt]);
  });
});
