import { gatewayCalls } from '@skyshelf/contracts';
import { ask, type Peers } from '@skyshelf/peers';
import type { PublicKeys } from '@skyshelf/tokens';
import type { JWK } from 'jose';

/** RFC 7517. */
export const gatewayKeys =
  (peers: Peers): PublicKeys =>
  async () =>
    (await ask(peers, gatewayCalls.keys)).keys satisfies JWK[];
