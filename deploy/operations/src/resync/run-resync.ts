import { DomainError, eventTypeOf, type ServiceName } from '@skyshelf/contracts';
import { resync } from '@skyshelf/event-bus';
import { createOutbox } from '@skyshelf/event-store';
import { publishers, type Installation } from '../installation.js';

export interface ResyncReport {
  /** Events read, by the service that published them. */
  read: Partial<Record<ServiceName, number>>;
  text: string;
  exitCode: 0;
}

/**
 * Hands all events of all services to a consumer once more: what it has passed it skips, what it lacks it handles. For a service whose database came back
 * older from a backup. May be repeated, and run while people work.
 * @throws DomainError `input.invalid` when no such consumer runs here
 */
export async function runResync(
  { db, now, bus }: Installation,
  { consumer }: { consumer: ServiceName },
): Promise<ResyncReport> {
  const running = bus?.consumer(consumer);
  if (!running) {
    const message = `No consumer ${consumer} runs here.`;
    throw new DomainError('input.invalid', { field: 'consumer', message });
  }
  const read: ResyncReport['read'] = {};
  for (const service of publishers) {
    const schemaOf = (type: string) => eventTypeOf(type)?.schema ?? 1;
    const source = createOutbox({ db: db(service), service, clock: { now }, schemaOf });
    read[service] = (await resync({ consumer: running, source })).read;
  }
  const lines = Object.entries(read).map(([service, events]) => `${service}: ${events} events`);
  return { read, text: [`${consumer} has been handed`, ...lines].join('\n'), exitCode: 0 };
}
