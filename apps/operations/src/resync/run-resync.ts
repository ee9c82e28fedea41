import { randomUUID } from 'node:crypto';
import { DomainError, internalRoutes, type RefilledPage, type ServiceName } from '@skyshelf/contracts';
import { ask } from '@skyshelf/peers';
import { type ConsumerName, type Installation, sourcesOf } from '../installation.js';
import { type Caller, ProgressReporter, type Report, silentCaller } from '../report.js';

export interface ResyncReport extends Report {
  read: Partial<Record<ServiceName, number>>;
}

/** Pages are small, so that even failing events are answered in time. */
const PAGE = 200;
/** A page is read again when its process is gone. */
const TRIES = 10;
const PAUSE_MS = 1_000;

/**
 * All events again, for a service whose database came back older: passed ones are skipped. The position is
 * kept here, so any replica takes the next page. Repeatable, also during use.
 * @throws DomainError `service.unavailable` when it stays away
 */
export async function runResync(
  installation: Installation,
  { consumer }: { consumer: ConsumerName },
  caller: Caller = silentCaller,
): Promise<ResyncReport> {
  const teller = new ProgressReporter(caller, installation.now);
  const run = randomUUID();
  const read: ResyncReport['read'] = {};
  for (const source of sourcesOf(consumer)) {
    let sum = 0;
    for (let after: string | null = null; ;) {
      caller.signal.throwIfAborted();
      const page: RefilledPage = await askPage(installation, consumer, { run, source, after, limit: PAGE });
      if (page.read === 0) break;
      after = page.last;
      sum += page.read;
      teller.tell({ step: `events of ${source} for ${consumer}`, done: sum, total: null });
    }
    read[source] = sum;
  }
  const lines = Object.entries(read).map(([service, events]) => `${service}: ${events} events`);
  return { read, text: [`${consumer} has been handed`, ...lines].join('\n'), exitCode: 0 };
}

async function askPage(
  { peers, pause }: Installation,
  consumer: ConsumerName,
  body: { run: string; source: ServiceName; after: string | null; limit: number },
): Promise<RefilledPage> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask(peers, internalRoutes.refill, { service: consumer, body });
    } catch (error) {
      const away = error instanceof DomainError && error.code === 'service.unavailable';
      if (!away || attempt === TRIES) throw error;
      await pause(PAUSE_MS);
    }
  }
}
