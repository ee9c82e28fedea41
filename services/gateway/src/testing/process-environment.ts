import { runUri, type TestDatabase } from '@skyshelf/testing';
import { newSigningKey } from './run-gateway.js';

export const secret = 'a secret of this test, long enough to be one';

/** What a gateway that runs as a process of its own is told. */
export const environmentOf = async ({ name }: TestDatabase) => ({
  MONGODB_URI: runUri(),
  SKYSHELF_DATABASE_PREFIX: `${name}_`,
  SKYSHELF_INTERNAL_SECRET: secret,
  SIGNING_KEYS: JSON.stringify([await newSigningKey('now'), await newSigningKey('before')]),
  PUBLIC_URL: 'https://sky.example/',
  SKYSHELF_PEERS: 'catalog=http://127.0.0.1:9',
  IDENTITY_PROVIDERS: '[{"kind":"github","clientId":"a","clientSecret":"b"}]',
  LOG_LEVEL: 'silent',
});
