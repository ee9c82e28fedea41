import { DomainError, serviceNames, type DriveId, type ServiceName } from '@skyshelf/contracts';
import { dropParked, listParked, retryParked, type ParkedEntry } from '@skyshelf/event-bus';
import type { Installation } from '../installation.js';

export interface ParkedReport {
  parked: ParkedEntry[];
  text: string;
  /** 0: nothing is parked; 1: something is. */
  exitCode: 0 | 1;
}

/** What all consumers have parked. */
export async function parkedList({ db }: Installation): Promise<ParkedReport> {
  const parked = (await Promise.all(serviceNames.map((service) => listParked(db(service))))).flat();
  const text = parked.length === 0 ? 'Nothing is parked' : parked.map(describe).join('\n');
  return { parked, text, exitCode: parked.length > 0 ? 1 : 0 };
}

function describe({ consumer, drive, event, tries, since, error, version }: ParkedEntry): string {
  const scope = version === null ? 'this event alone' : 'and all that follow it';
  return [
    `${consumer} ${drive}: ${event.type} (${event.id}), ${scope}`,
    `    since ${since.toISOString()}, ${tries} tries, ${error.name}: ${error.message}`,
  ].join('\n');
}

/** Which of a consumer's parked events an operator means. */
export interface ParkedChoice {
  consumer: ServiceName;
  drive: DriveId;
}

export interface ParkedOutcome {
  /** What is still parked of what was meant. */
  left: ParkedEntry[];
  /** How many were meant. */
  asked: number;
  text: string;
  /** 0: nothing of it is parked any more; 1: it failed again, or the consumer does not answer. */
  exitCode: 0 | 1;
}

/** Tries parked events again, and what waits behind them. */
export const parkedRetry = (installation: Installation, choice: ParkedChoice): Promise<ParkedOutcome> =>
  carryOut(installation, choice, retryParked);

/** Passes parked events without their effect, for good, and goes on with what waits behind them. */
export const parkedDrop = (installation: Installation, choice: ParkedChoice): Promise<ParkedOutcome> =>
  carryOut(installation, choice, dropParked);

/** Longer than a consumer tries an event. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;

async function carryOut(
  { db, pause, bus }: Installation,
  { consumer, drive }: ParkedChoice,
  request: typeof retryParked,
): Promise<ParkedOutcome> {
  const database = db(consumer);
  const ofDrive = async () => (await listParked(database)).filter((entry) => entry.drive === drive);
  const meant = await ofDrive();
  if (meant.length === 0) {
    const message = `${consumer} has nothing parked of drive ${drive}.`;
    throw new DomainError('input.invalid', { field: 'drive', message });
  }
  for (const { id } of meant) await request(database, id);
  // Not awaited: how it comes out is read from what is left. What fails here is done at the consumer's next look-round.
  bus
    ?.consumer(consumer)
    ?.lookForRequests()
    .catch(() => undefined);
  let left = await ofDrive();
  for (
    let waited = 0;
    left.some((entry) => entry.request !== null) && waited < PATIENCE_MS;
    waited += PAUSE_MS
  ) {
    await pause(PAUSE_MS);
    left = await ofDrive();
  }
  return { left, asked: meant.length, text: outcomeText(left), exitCode: left.length > 0 ? 1 : 0 };
}

function outcomeText(left: readonly ParkedEntry[]): string {
  if (left.length === 0) return 'Done: nothing of it is parked any more';
  if (left.some(({ request }) => request !== null)) {
    return 'Noted: the consumer has not finished yet and goes on with it by itself';
  }
  return ['It is parked again:', ...left.map(describe)].join('\n');
}
