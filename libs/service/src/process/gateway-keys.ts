import type { Peers } from '@skyshelf/peers';
import type { PublicKeys } from '@skyshelf/tokens';
import type { JWK } from 'jose';
import { z } from 'zod';

const keySet = z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) });

/** Asks the gateway for the public keys of its tokens (RFC 7517). */
export const gatewayKeys =
  (peers: Peers): PublicKeys =>
  async () =>
    keySet.parse(await peers.json('gateway', '/internal/keys')).keys satisfies JWK[];
