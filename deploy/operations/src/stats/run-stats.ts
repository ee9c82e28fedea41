import { eventTypeOf, type ServiceName } from '@skyshelf/contracts';
import { createOutbox } from '@skyshelf/event-store';
import { publishers, type Installation } from '../installation.js';

export interface StatsReport {
  /** Events that wait to be published, by service. */
  outbox: Partial<Record<ServiceName, number>>;
}

/** What goes on in the installation. */
export async function runStats({ db, now }: Installation): Promise<StatsReport> {
  const depths = publishers.map(async (service) => {
    const schemaOf = (type: string) => eventTypeOf(type)?.schema ?? 1;
    const outbox = createOutbox({ db: db(service), service, clock: { now }, schemaOf });
    return [service, (await outbox.depth()).events] as const;
  });
  return { outbox: Object.fromEntries(await Promise.all(depths)) };
}
