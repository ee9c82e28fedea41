import type { ParkedEntry } from '@skyshelf/contracts';
import type { Installation } from '../installation.js';
import type { Report } from '../report.js';
import { consumerNames } from '../services.js';
import { describeParked } from './describe-parked.js';
import { parkedOf } from './parked-of.js';

export interface ParkedReport extends Report {
  parked: ParkedEntry[];
}

export async function listAllParked(installation: Pick<Installation, 'peers'>): Promise<ParkedReport> {
  const parked = (await Promise.all(consumerNames.map((service) => parkedOf(installation, service)))).flat();
  const text = parked.length === 0 ? 'Nothing is parked' : parked.map(describeParked).join('\n');
  return { parked, text, exitCode: parked.length > 0 ? 1 : 0 };
}
