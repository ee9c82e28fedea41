import { driveId } from '@skyshelf/contracts';
import { type Caller, createTokenVerifier, type TokenVerifier } from '#src/token-verifier.js';
import { systemClock, type Clock } from '#src/clock-and-ids.js';
import type { KeyList } from '#src/sealer.js';
import { createStatementSigner, type StatementSigner } from '#src/statement-signer.js';
import { createSigningKey, openSigningKey, createTokenSigner } from '#src/token-signer.js';

/** They are real keys and signatures for a service under test. */
export interface TestTokens {
  signer: StatementSigner;
  tokens: TokenVerifier;
  internalKeys: KeyList;
  /** A token as the gateway would issue it to this caller; valid for an hour, or until `expires`. */
  tokenOf(caller: Caller, expires?: Date): Promise<string>;
  signedIn(caller: Caller): Promise<{ authorization: string }>;
  internal: { authorization: string };
}

const HOUR_MS = 3_600_000;
const INTERNAL_KEYS = ['a secret that only tests know, and no one else'];
const STATEMENT_KEYS = ['another secret that only tests know'];

/** A caller for tests; each name has a drive of its own. */
export const callerNamed = (name: string): Caller => ({
  sub: `local|${name}`,
  drive: driveId.parse(`drive-${name}`),
  sid: `session-${name}`,
  name,
});

export async function testTokens(clock: Clock = systemClock): Promise<TestTokens> {
  const key = await openSigningKey(await createSigningKey('test-key'));
  const tokens = createTokenSigner(key, clock);
  const tokenOf = (caller: Caller, expires = new Date(clock.now().getTime() + HOUR_MS)) =>
    tokens.sign(caller, expires);
  return {
    signer: createStatementSigner(() => STATEMENT_KEYS),
    tokens: createTokenVerifier({ keys: () => [key.publicJwk], clock }),
    internalKeys: () => INTERNAL_KEYS,
    tokenOf,
    signedIn: async (caller) => ({ authorization: `Bearer ${await tokenOf(caller)}` }),
    internal: { authorization: `Internal ${INTERNAL_KEYS[0]}` },
  };
}
