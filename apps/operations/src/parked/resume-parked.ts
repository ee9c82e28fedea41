import { DomainError, internalRoutes, type ParkedEntry } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import type { Installation } from '../installation.js';
import { silentCaller, type Caller, type Report } from '../report.js';
import { describeParked, parkedOfDrive, someParked, type ParkedChoice } from './parked-entries.js';

export interface ParkedOutcome extends Report {
  left: ParkedEntry[];
  asked: number;
}

export const retryDrive = (
  installation: Installation,
  choice: ParkedChoice,
  caller: Caller = silentCaller,
): Promise<ParkedOutcome> => carryOut(installation, choice, 'retry', caller);

/**
 * Drops the events for good, without effect.
 * @throws DomainError `input.invalid` without a yes, naming what would be lost
 */
export async function dropDrive(
  installation: Installation,
  { yes, ...choice }: ParkedChoice & { yes: boolean },
  caller: Caller = silentCaller,
): Promise<ParkedOutcome> {
  if (yes) return carryOut(installation, choice, 'drop', caller);
  const meant = (await someParked(installation, choice)).map(({ event }) => `${event.type} (${event.id})`);
  const message = `${choice.consumer} would never act on ${meant.join(', ')}. If you mean that, add --yes.`;
  throw new DomainError('input.invalid', { field: 'yes', message });
}

/** A consumer looks every two seconds and tries an event for half a minute. */
const TIMEOUT_MS = 45_000;
const PAUSE_MS = 100;

async function carryOut(
  installation: Installation,
  choice: ParkedChoice,
  request: 'retry' | 'drop',
  { tell, signal }: Caller,
): Promise<ParkedOutcome> {
  const meant = await someParked(installation, choice);
  for (const { id, event } of meant) {
    const body = { id, request, event: event.id };
    await ask(installation.peers, internalRoutes.requestParked, { service: choice.consumer, body });
  }
  let left = meant;
  for (let waited = 0; waited < TIMEOUT_MS && !signal.aborted; waited += PAUSE_MS) {
    left = await parkedOfDrive(installation, choice);
    if (left.every((entry) => entry.request === null)) break;
    if (waited % 1_000 === 0)
      tell({ step: `seconds waited for ${choice.consumer}`, done: waited / 1_000, total: null });
    await installation.pause(PAUSE_MS);
  }
  return { left, asked: meant.length, text: outcomeText(left), exitCode: left.length > 0 ? 1 : 0 };
}

function outcomeText(left: readonly ParkedEntry[]): string {
  if (left.length === 0) return 'Done: nothing of it is parked any more';
  if (left.some(({ request }) => request !== null)) {
    return 'Noted: the consumer has not finished yet and goes on with it by itself';
  }
  return ['It is parked again:', ...left.map(describeParked)].join('\n');
}
