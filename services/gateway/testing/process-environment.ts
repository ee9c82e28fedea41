import { runUri, type TestDatabase } from '@skyshelf/testing';
import type { TestKeyFile } from '@skyshelf/tokens/testing';

/** The environment of a gateway that runs as a process of its own. */
export const environmentOf = ({ name }: TestDatabase, keys: TestKeyFile) => ({
  MONGODB_URI: runUri(),
  SKYSHELF_DATABASE_PREFIX: `${name}_`,
  SKYSHELF_KEYS_FILE: keys.path,
  PUBLIC_URL: 'https://sky.example/',
  SKYSHELF_PEERS: 'catalog=http://127.0.0.1:9',
  IDENTITY_PROVIDERS: '[{"kind":"github","clientId":"a","clientSecret":"b"}]',
  LOG_LEVEL: 'silent',
});
