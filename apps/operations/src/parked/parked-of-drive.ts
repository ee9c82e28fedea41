import { DomainError, type DriveId, type ParkedEntry, type ServiceName } from '@skyshelf/contracts';
import type { Installation } from '../installation.js';
import { parkedOf } from './parked-of.js';

export interface ParkedChoice {
  consumer: ServiceName;
  drive: DriveId;
}

export async function parkedOfDrive(
  installation: Pick<Installation, 'peers'>,
  { consumer, drive }: ParkedChoice,
): Promise<ParkedEntry[]> {
  return (await parkedOf(installation, consumer)).filter((entry) => entry.drive === drive);
}

/** @throws DomainError `input.invalid` when there is nothing */
export async function someParked(
  installation: Pick<Installation, 'peers'>,
  choice: ParkedChoice,
): Promise<ParkedEntry[]> {
  const parked = await parkedOfDrive(installation, choice);
  if (parked.length > 0) return parked;
  const message = `${choice.consumer} has nothing parked of drive ${choice.drive}.`;
  throw new DomainError('input.invalid', { field: 'drive', message });
}
