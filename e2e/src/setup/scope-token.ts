import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { scopeSid, tokenFormat, type AccessScope, type DriveId } from '@skyshelf/contracts';
import type { RunningSkyshelf } from '@skyshelf/testing';
import { importJWK, SignJWT, type JWK } from 'jose';
import { databaseOf } from '../operations/database-of.js';

/** A token of this scope, signed by the installation's key as the gateway does. */
export async function scopeToken(
  { dataFolder }: RunningSkyshelf,
  drive: DriveId,
  scope: AccessScope,
): Promise<string> {
  const { tokenKeys } = JSON.parse(readFileSync(join(dataFolder, 'secrets.json'), 'utf8')) as {
    tokenKeys: [JWK & { kid: string }];
  };
  const [jwk] = tokenKeys;
  return new SignJWT({ sid: scopeSid(scope), drive, name: '', scope })
    .setProtectedHeader({ alg: tokenFormat.algorithm, kid: jwk.kid, typ: 'at+jwt' })
    .setIssuer(tokenFormat.issuer)
    .setAudience(tokenFormat.audience)
    .setSubject(`${scope.kind}|${scope.id}`)
    .setIssuedAt()
    .setExpirationTime('1h')
    .sign(await importJWK(jwk, tokenFormat.algorithm));
}

/** Records the end of a scope's generation where the gateways look. */
export async function endGeneration(
  skyshelf: RunningSkyshelf,
  drive: DriveId,
  scope: AccessScope,
): Promise<void> {
  const database = await databaseOf(skyshelf);
  const at = new Date();
  const expires = new Date(at.getTime() + 3_600_000);
  const ended = {
    drive,
    createdAt: at,
    lastSeenAt: at,
    expires,
    revokedAt: at,
    origin: null,
    scope: scope.kind,
  };
  await database.collection('gateway', 'sessions').insertOne({ _id: scopeSid(scope), ...ended });
  await database.close();
}
