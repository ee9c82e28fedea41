import { driveId, type DriveId } from '@skyshelf/contracts';
import { z } from 'zod';
import { type StreamService, streamServices } from '../installation.js';

export interface DrivePosition {
  service: StreamService;
  drive: DriveId;
}

export const positionText = ({ service, drive }: DrivePosition): string => `${service}/${drive}`;

/** `catalog/<drive>`: the last one done. */
export const startOf = z
  .string()
  .regex(new RegExp(`^(${streamServices.join('|')})/`), 'Expected SERVICE/ID, as the broken-off run said it')
  .transform((text): DrivePosition => {
    const [service = '', drive] = text.split('/');
    return { service: z.enum(streamServices).parse(service), drive: driveId.parse(drive) };
  });
