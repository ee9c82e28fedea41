import { parkedList, type ParkedEntry, type ServiceName } from '@skyshelf/contracts';
import type { Installation } from '../installation.js';

/** What a consumer has parked, the oldest first. */
export const parkedOf = async (
  { peers }: Pick<Installation, 'peers'>,
  consumer: ServiceName,
): Promise<ParkedEntry[]> => parkedList.parse(await peers.json(consumer, '/internal/parked')).parked;
