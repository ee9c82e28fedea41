import { createService } from '@skyshelf/service';
import { createTokenVerifier } from '@skyshelf/tokens';
import { testRuntime } from '@skyshelf/service/testing';
import type { JWK } from 'jose';
import { readyListing } from './ready-listing.js';

/** The service in a process of its own: `service-process.js <socket> <bytes> <public key as JSON>`. */
const [socket = '', bytes = '0', publicKey = '{}'] = process.argv.slice(2);
const key = JSON.parse(publicKey) as JWK;
const base = await testRuntime();
const service = await createService(readyListing(Number(bytes)), {
  ...base,
  tokens: createTokenVerifier({ keys: () => [key] }),
});
await service.listenInternal({ path: socket });
process.send?.('listening');
