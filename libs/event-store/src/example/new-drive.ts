import { randomBytes } from 'node:crypto';
import type { DriveId, OpId } from '@skyshelf/contracts';
import type { CommandOrigin } from '../port.js';

export const newDrive = (): DriveId => `d${randomBytes(8).toString('hex')}` as DriveId;
export const newOp = (): OpId => `op:${randomBytes(9).toString('hex')}` as OpId;
export const origin: CommandOrigin = {
  actor: 'local|ada',
  trace: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01',
};
