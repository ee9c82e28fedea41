import { gatewayCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { PublicKeys } from '@skyshelf/tokens';
import type { JWK } from 'jose';

/** Asks the gateway for the public keys of its tokens (RFC 7517). */
export const gatewayKeys =
  (peers: Peers): PublicKeys =>
  async () =>
    (await ask(peers, gatewayCalls.keys)).keys satisfies JWK[];
