import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@skyshelf/telemetry';

export const deliveries = ['at once', 'late', 'twice', 'shuffled'] as const;
export type Delivery = (typeof deliveries)[number];

const LATE_MS = 10_000;
/** Retries of an untaken message. */
const AGAIN_MS = [500, 1000, 2000, 4000, 8000, 16_000, 32_000];

export interface DeliveryOptions {
  to: string;
  logger: Logger;
  /** Ends what is under way. */
  signal: AbortSignal;
}

/** One after the other, each until it is taken. */
export async function deliver(
  messages: readonly Buffer[],
  how: Delivery,
  options: DeliveryOptions,
): Promise<void> {
  if (how === 'late') await pause(LATE_MS, undefined, { signal: options.signal });
  // The reverse differs most.
  const ordered = how === 'shuffled' ? messages.toReversed() : messages;
  const all = how === 'twice' ? [...ordered, ...ordered] : ordered;
  for (const message of all) await deliverOne(message, options);
}

async function deliverOne(message: Buffer, { to, logger, signal }: DeliveryOptions): Promise<void> {
  for (const wait of [0, ...AGAIN_MS]) {
    await pause(wait, undefined, { signal });
    const status = await send(message, to, signal);
    if (status === 200) return;
    logger.warn({ outcome: `status ${status}` }, 'a message about a payment was not taken');
    if (status === 400) return;
  }
}

const send = (message: Buffer, to: string, signal: AbortSignal): Promise<number | null> =>
  fetch(to, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new Uint8Array(message),
    signal,
  }).then(
    ({ status }) => status,
    (error: unknown) => {
      if (signal.aborted) throw error;
      return null;
    },
  );
