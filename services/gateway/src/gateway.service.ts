import type { HealthCheck, ServiceDefinition } from '@skyshelf/http';
import { GatewayModule } from './gateway.module.js';
import type { GatewayRuntime } from './gateway.runtime.js';
import { Accounts } from './infrastructure/accounts.js';
import { Sessions } from './infrastructure/sessions.js';

/** The door of the product: accounts, sessions, checks, hand-over to the services, live changes, the web build. */
export const gateway: ServiceDefinition<GatewayRuntime> = {
  name: 'gateway',
  prepare: async ({ db, outbox }) => {
    await Promise.all([new Accounts(db).prepare(), new Sessions(db).prepare(), outbox.prepare()]);
  },
  module: (runtime) => GatewayModule.for(runtime),
  checks: (runtime) => [database(runtime), ...(runtime.otherChecks ?? [])],
};

const database = ({ db }: GatewayRuntime): HealthCheck => ({
  name: 'gateway.database',
  check: async () => {
    await db.command({ ping: 1 });
    return { status: 'ok' };
  },
});
