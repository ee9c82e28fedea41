import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { InstallationKeys, PrivateKey } from '#src/keys/installation-keys.js';

export const newSecret = (): string => randomBytes(24).toString('hex');

export function newTokenKey(kid: string = newSecret()): PrivateKey {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return { kty: 'OKP', crv: 'Ed25519', x, d, kid };
}

export interface TestKeyFile {
  path: string;
  keys: InstallationKeys;
  internal: { authorization: string };
  /** Replaces the file as an operator's editor does. */
  write(keys: Partial<InstallationKeys> | string): void;
  remove(): void;
}

/** The key file of an installation, in a folder of its own. */
export function testKeyFile(): TestKeyFile {
  const path = join(mkdtempSync(join(tmpdir(), 'skyshelf-keys-')), 'keys.json');
  const keys = {
    internalKeys: [newSecret()],
    grantKeys: [newSecret()],
    receiptKeys: [newSecret()],
    tokenKeys: [newTokenKey('now')],
  };
  const write: TestKeyFile['write'] = (content) => {
    const text = typeof content === 'string' ? content : JSON.stringify({ ...keys, ...content });
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  };
  write(keys);
  return {
    path,
    keys,
    internal: { authorization: `Internal ${keys.internalKeys[0]}` },
    write,
    remove: () => rmSync(dirname(path), { recursive: true }),
  };
}
