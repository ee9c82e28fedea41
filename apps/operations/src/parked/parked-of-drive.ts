import { DomainError, type DriveId, type ServiceName } from '@skyshelf/contracts';
import { listParked, type ParkedEntry } from '@skyshelf/event-bus';
import type { Installation } from '../installation.js';

/** Which of a consumer's parked events an operator means. */
export interface ParkedChoice {
  consumer: ServiceName;
  drive: DriveId;
}

/** What a consumer has parked of a drive. */
export async function parkedOfDrive(
  { db }: Pick<Installation, 'db'>,
  { consumer, drive }: ParkedChoice,
): Promise<ParkedEntry[]> {
  return (await listParked(db(consumer))).filter((entry) => entry.drive === drive);
}

/** The same. @throws DomainError `input.invalid` when there is nothing */
export async function someParked(
  installation: Pick<Installation, 'db'>,
  choice: ParkedChoice,
): Promise<ParkedEntry[]> {
  const parked = await parkedOfDrive(installation, choice);
  if (parked.length > 0) return parked;
  const message = `${choice.consumer} has nothing parked of drive ${choice.drive}.`;
  throw new DomainError('input.invalid', { field: 'drive', message });
}
