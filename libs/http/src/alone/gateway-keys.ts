import type { JWK } from 'jose';
import { z } from 'zod';
import type { Peers } from '../runtime.js';
import type { PublicKeys } from '../token-verifier.js';

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) });

/** Asks the gateway for the public keys of its tokens (RFC 7517). */
export const gatewayKeys =
  (peers: Peers): PublicKeys =>
  async () =>
    keySet.parse(await peers.json('gateway', '/internal/keys')).keys satisfies JWK[];
