import {
  DomainError,
  type DriveId,
  type ParkedEntry,
  type ServiceName,
  internalRoutes,
} from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';

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

/** Order: oldest first. */
export const parkedOf = async (
  { peers }: Pick<Installation, 'peers'>,
  consumer: ServiceName,
): Promise<ParkedEntry[]> => (await ask(peers, internalRoutes.allParked, { service: consumer })).parked;

export function describeParked({
  consumer,
  drive,
  event,
  tries,
  since,
  error,
  version,
}: ParkedEntry): string {
  const scope = version === null ? 'this event alone' : 'and all that follow it';
  return [
    `${consumer} ${drive}: ${event.type} (${event.id}), ${scope}`,
    `    since ${since.toISOString()}, ${tries} tries, ${error.name}: ${error.message}`,
  ].join('\n');
}
