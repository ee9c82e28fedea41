import { DomainError, elementId, extensionScope, tokenFormat } from '@skyshelf/contracts';
import { generateKeyPair, SignJWT, UnsecuredJWT, type JWK } from 'jose';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  createSigningKey,
  createTokenSigner,
  createTokenVerifier,
  openSigningKey,
  type SigningKey,
} from './index.js';
import { callerNamed } from '../testing/index.js';

const alice = callerNamed('alice');
const START = Date.UTC(2026, 2, 1);
let time = START;
const clock = { now: () => new Date(time) };
const inAnHour = () => new Date(time + 3_600_000);
const refusal = (code: string) => expect.objectContaining({ code }) as DomainError;

let key: SigningKey;
beforeAll(async () => {
  key = await openSigningKey(await createSigningKey('key-1'));
});
beforeEach(() => {
  time = START;
});
const verifier = (keys: () => JWK[] | Promise<JWK[]> = () => [key.publicJwk]) =>
  createTokenVerifier({ keys, clock });
const signed = (by = key) => createTokenSigner(by, clock).sign(alice, inAnHour());
const claims = () => ({ drive: alice.drive, sid: alice.sid, name: alice.name });
const forged = (
  change: (token: SignJWT) => SignJWT,
  header = {},
  signWith = key.privateKey as Parameters<SignJWT['sign']>[0],
) =>
  change(
    new SignJWT(claims())
      .setProtectedHeader({ alg: tokenFormat.algorithm, kid: key.kid, ...header })
      .setIssuer(tokenFormat.issuer)
      .setAudience(tokenFormat.audience)
      .setSubject(alice.sub)
      .setIssuedAt(clock.now())
      .setExpirationTime(inAnHour()),
  ).sign(signWith);

describe('an access token', () => {
  it('says who calls', async () => {
    const token = await signed();
    expect(await verifier().verify(token)).toEqual(alice);
  });

  it('says which scope it has, also an extension’s of a former version', async () => {
    const scope = { kind: 'share', rights: ['list'], roots: ['album'], id: 'link', generation: 3 } as const;
    const shared = { ...alice, scope: { ...scope, roots: [elementId.parse('album')] } };
    const token = await createTokenSigner(key, clock).sign(shared, inAnHour());
    expect(await verifier().verify(token)).toEqual(shared);
    const before = await new SignJWT({ ...claims(), scope: 'extension' })
      .setProtectedHeader({ alg: tokenFormat.algorithm, kid: key.kid })
      .setIssuer(tokenFormat.issuer)
      .setAudience(tokenFormat.audience)
      .setSubject(alice.sub)
      .setIssuedAt(clock.now())
      .setExpirationTime(inAnHour())
      .sign(key.privateKey);
    expect(await verifier().verify(before)).toEqual({ ...alice, scope: extensionScope(alice.sid) });
  });

  it.each([
    ['of an unknown kind', { kind: 'everything' }],
    ['with an unknown right', { rights: ['list', 'own'] }],
    ['of a link without roots', { roots: undefined }],
    ['with roots that are none', { roots: [] }],
  ])('is refused with a scope %s', async (_, change) => {
    const scope = { kind: 'share', rights: ['list'], roots: ['album'], id: 'link', generation: 0, ...change };
    const token = await createTokenSigner(key, clock).sign({ ...alice, scope: scope as never }, inAnHour());
    await expect(verifier().verify(token)).rejects.toEqual(refusal('auth.forged'));
  });

  it('is remembered, so its signature is checked once', async () => {
    const keys = vi.fn(() => [key.publicJwk]);
    const tokens = verifier(keys);
    const token = await signed();
    const first = await tokens.verify(token);
    expect(await tokens.verify(token)).toBe(first);
    expect(keys).toHaveBeenCalledTimes(1);
  });

  it('ends when it expires, remembered or not', async () => {
    const token = await signed();
    const tokens = verifier();
    await tokens.verify(token);
    time += 3_600_000;
    await expect(tokens.verify(token)).rejects.toEqual(refusal('auth.expired'));
    await expect(verifier().verify(token)).rejects.toEqual(refusal('auth.expired'));
  });

  it('is refused when it was not signed here', async () => {
    const stranger = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
    const hs256 = new TextEncoder().encode(JSON.stringify(key.publicJwk));
    const bad = [
      await forged((token) => token, {}, stranger.privateKey),
      await forged((token) => token.setIssuer('somebody')),
      await forged((token) => token.setAudience(tokenFormat.pageAudience)),
      await forged((token) => token.setSubject('')),
      await forged((token) => token, { kid: 'key-unknown' }),
      await forged((token) => token, { alg: 'HS256' }, hs256),
      new UnsecuredJWT(claims())
        .setIssuer(tokenFormat.issuer)
        .setAudience(tokenFormat.audience)
        .setSubject(alice.sub)
        .encode(),
      'not-a-token',
      '',
      'a.b.c',
      'x'.repeat(10_000),
    ];
    for (const token of bad) await expect(verifier().verify(token)).rejects.toEqual(refusal('auth.forged'));
  });

  it('of a new key is accepted after asking again, and strangers do not make it ask for ever', async () => {
    const next = await openSigningKey(await createSigningKey('key-2'));
    let known = [key.publicJwk];
    const keys = vi.fn(() => known);
    const tokens = verifier(keys);
    await tokens.verify(await signed());
    known = [key.publicJwk, next.publicJwk];
    const token = await signed(next);
    await expect(tokens.verify(token)).rejects.toEqual(refusal('auth.forged'));
    time += 5000;
    expect(await tokens.verify(token)).toEqual(alice);
    for (let round = 0; round < 20; round += 1) {
      await expect(tokens.verify(await forged((each) => each, { kid: `unknown-${round}` }))).rejects.toEqual(
        refusal('auth.forged'),
      );
    }
    expect(keys).toHaveBeenCalledTimes(2);
  });

  it('is refused within 60 s of its key being dropped, remembered or not', async () => {
    const next = await openSigningKey(await createSigningKey('key-2'));
    let known = [key.publicJwk, next.publicJwk];
    const tokens = verifier(() => known);
    const [old, kept] = await Promise.all([signed(), signed(next)]);
    expect(await tokens.verify(old)).toEqual(alice);
    await tokens.verify(kept);
    known = [next.publicJwk];
    time += 20_000;
    await tokens.verify(kept);
    await expect.poll(() => tokens.verify(old).catch((error: DomainError) => error.code)).toBe('auth.forged');
    known = [key.publicJwk];
    time += 59_000;
    await expect(tokens.verify(kept)).rejects.toEqual(refusal('auth.forged'));
    expect(await tokens.verify(old)).toEqual(alice);
  });

  it('is refused when no one can say for 40 s whether its key was dropped', async () => {
    let keys = async () => [key.publicJwk];
    const tokens = verifier(() => keys());
    const token = await signed();
    await tokens.verify(token);
    keys = () => Promise.reject(new DomainError('service.unavailable'));
    time += 39_000;
    expect(await tokens.verify(token)).toEqual(alice);
    time += 1_000;
    await expect(tokens.verify(token)).rejects.toEqual(refusal('service.unavailable'));
  });

  it('is refused when its session was revoked, and while no one can say whether it was', async () => {
    const revoked = { sids: new Set<string>(), stale: true, caughtUp: false };
    const tokens = createTokenVerifier({
      clock,
      keys: () => [key.publicJwk],
      revoked: {
        has: (sid) => revoked.sids.has(sid),
        get stale() {
          return revoked.stale;
        },
        catchUp: async () => {
          revoked.stale = !revoked.caughtUp;
        },
      },
    });
    const token = await signed();
    await expect(tokens.verify(token)).rejects.toEqual(refusal('session.unknown'));
    revoked.caughtUp = true;
    expect(await tokens.verify(token)).toEqual(alice);
    revoked.sids.add(alice.sid);
    await expect(tokens.verify(token)).rejects.toEqual(refusal('auth.revoked'));
  });

  it('cannot be judged while the keys are out of reach', async () => {
    const tokens = verifier(() => Promise.reject(new DomainError('service.unavailable')));
    const token = await signed();
    await expect(tokens.verify(token)).rejects.toEqual(refusal('service.unavailable'));
  });
});
