import type { DriveId } from '@skyshelf/contracts';
import type { Billing } from './billing.js';

export interface Problem {
  rule: 'live-equals-replay';
  message: string;
}

export async function checkDrive({ store }: Billing, drive: DriveId): Promise<Problem[]> {
  return (await store.difference(drive)) === null
    ? []
    : [{ rule: 'live-equals-replay', message: 'The plan or the settings are not what the events say.' }];
}
