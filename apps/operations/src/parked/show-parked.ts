import { type EventMessage, internalRoutes, type ParkedEntry } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { consumerNames, type Installation } from '../installation.js';
import type { Report } from '../report.js';
import { describeParked, type ParkedChoice, parkedOf, someParked } from './parked-entries.js';

export interface ParkedReport extends Report {
  parked: ParkedEntry[];
}

export async function listAllParked(installation: Pick<Installation, 'peers'>): Promise<ParkedReport> {
  const parked = (await Promise.all(consumerNames.map((service) => parkedOf(installation, service)))).flat();
  const text = parked.length === 0 ? 'Nothing is parked' : parked.map(describeParked).join('\n');
  return { parked, text, exitCode: parked.length > 0 ? 1 : 0 };
}

interface Shown extends ParkedEntry {
  /** The first of what waits behind it. */
  behind: Pick<EventMessage, 'id' | 'type' | 'at'>[];
  more: boolean;
}

export interface ParkedDetails extends Report {
  parked: Shown[];
}

const MOST_BEHIND = 100;
const MOST_NAMED = 10;

export async function showParked(installation: Installation, choice: ParkedChoice): Promise<ParkedDetails> {
  const found = await someParked(installation, choice);
  const parked = await Promise.all(found.map((entry) => withBehind(installation, entry)));
  return { parked, text: parked.map(textOf).join('\n\n'), exitCode: 0 };
}

async function withBehind({ peers }: Installation, entry: ParkedEntry): Promise<Shown> {
  const { source, drive, version } = entry;
  if (version === null) return { ...entry, behind: [], more: false };
  const query = { drive, after: version, limit: MOST_BEHIND + 1 };
  const waiting = await ask(peers, internalRoutes.driveEvents, { service: source, query });
  const behind = waiting.slice(0, MOST_BEHIND).map(({ id, type, at }) => ({ id, type, at }));
  return { ...entry, behind, more: waiting.length > MOST_BEHIND };
}

function textOf(shown: Shown): string {
  const { event, error, lastTried, behind, more, request } = shown;
  const count = more ? `more than ${MOST_BEHIND}` : behind.length === 0 ? 'no' : String(behind.length);
  return [
    describeParked(shown),
    `    last tried ${lastTried.toISOString()}${request === null ? '' : `, asked to ${request}`}`,
    '',
    'The event:',
    indented(JSON.stringify(event, null, 2)),
    '',
    'The error:',
    indented(error.stack ?? `${error.name}: ${error.message}`),
    '',
    `Behind it wait ${count} events${behind.length > MOST_NAMED ? ', the first of them:' : behind.length > 0 ? ':' : ''}`,
    ...behind.slice(0, MOST_NAMED).map(({ id, type, at }) => `    ${at} ${type} (${id})`),
  ].join('\n');
}

const indented = (text: string): string => text.replace(/^/gm, '    ');
