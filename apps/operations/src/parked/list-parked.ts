import { serviceNames } from '@skyshelf/contracts';
import { listParked, type ParkedEntry } from '@skyshelf/event-bus';
import type { Installation } from '../installation.js';
import type { Report } from '../report.js';
import { describeParked } from './describe-parked.js';

export interface ParkedReport extends Report {
  parked: ParkedEntry[];
}

/** What all consumers have parked. */
export async function listAllParked({ db }: Pick<Installation, 'db'>): Promise<ParkedReport> {
  const parked = (await Promise.all(serviceNames.map((service) => listParked(db(service))))).flat();
  const text = parked.length === 0 ? 'Nothing is parked' : parked.map(describeParked).join('\n');
  return { parked, text, exitCode: parked.length > 0 ? 1 : 0 };
}
