import { driveId, type DriveId } from '@skyshelf/contracts';

/** The drive that an access token names. */
export function driveOf(token: string): DriveId {
  const [, claims = ''] = token.split('.');
  const { drive } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { drive: string };
  return driveId.parse(drive);
}
