import { internalRoutes, type ParkedEntry, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';

/** Oldest first. */
export const parkedOf = async (
  { peers }: Pick<Installation, 'peers'>,
  consumer: ServiceName,
): Promise<ParkedEntry[]> => (await ask(peers, internalRoutes.allParked, { service: consumer })).parked;
