import type { DriveId } from '@skyshelf/contracts';
import type { Billing } from './billing.js';

/** A rule that does not hold, in words for the operator. */
export interface Problem {
  rule: 'live-equals-replay';
  message: string;
}

/** The rules that billing's part of a drive can be checked by. */
export async function checkDrive({ store }: Billing, drive: DriveId): Promise<Problem[]> {
  return (await store.difference(drive)) === null
    ? []
    : [{ rule: 'live-equals-replay', message: 'The plan or the settings are not what the events say.' }];
}
