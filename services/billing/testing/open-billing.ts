import type { DriveId } from '@skyshelf/contracts';
import { createInProcessBus } from '@skyshelf/event-bus';
import { createService, type CreatedService } from '@skyshelf/service';
import { testRuntime, type TestRuntime } from '@skyshelf/service/testing';
import { eventOf, testDatabase, type FakeClock, type TestDatabase } from '@skyshelf/testing';
import { billing, billingConfig, type BillingRuntime } from '../src/index.js';

export interface OpenBilling {
  database: TestDatabase;
  runtime: BillingRuntime & TestRuntime;
  service: CreatedService;
  /** The address at which the operator's commands ask. */
  inside: string;
  /** An account is there, and other services hear of it. */
  opened(drive: DriveId, id?: string): Promise<void>;
  close(): Promise<void>;
}

/** Billing on a database of its own, with its work. */
export async function openBilling(
  settings: object = { paymentReceiver: 'SELLER1234567' },
  clock?: FakeClock,
): Promise<OpenBilling> {
  const database = await testDatabase('billing');
  const base = await testRuntime({ ...(clock && { clock }) });
  const bus = createInProcessBus({ logger: base.logger, clock: base.clock, metrics: base.metrics });
  const config = billingConfig.parse(settings);
  const runtime = { ...base, client: database.client, db: database.db, bus, config };
  const service = await createService(billing, runtime);
  await service.start();
  const data = { type: 'gateway.account.opened', sub: 'local|x', name: 'x' };
  return {
    database,
    runtime,
    service,
    inside: await service.listenInternal({ host: '127.0.0.1', port: 0 }),
    opened: (drive, id = `gateway:${drive}:opened`) =>
      bus.publish([eventOf('gateway', drive, data, { id, at: base.clock.now() })]),
    close: async () => {
      await service.stop();
      await bus.close();
      await database.drop();
    },
  };
}
