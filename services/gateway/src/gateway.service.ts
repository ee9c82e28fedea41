import type { HealthCheck, ServiceDefinition } from '@skyshelf/service';
import { GatewayModule } from './gateway.module.js';
import type { GatewayRuntime } from './gateway.runtime.js';
import { Accounts } from './infrastructure/accounts.js';
import { gatewayOutbox } from './infrastructure/gateway-outbox.js';
import { Sessions } from './infrastructure/sessions.js';
import { liveCheck } from './infrastructure/live-check.js';
import { SignInAttempts } from './infrastructure/sign-in/sign-in-attempts.js';

/** The door of the product: accounts, sessions, checks, hand-over to the services, live changes, the web build. */
export const gateway: ServiceDefinition<GatewayRuntime> = {
  name: 'gateway',
  prepare: async ({ db, clock }) => {
    await Promise.all([
      new Accounts(db).prepare(),
      new Sessions(db).prepare(),
      new SignInAttempts(db, clock).prepare(),
      gatewayOutbox({ db, clock }).prepare(),
    ]);
  },
  module: (runtime) => GatewayModule.for(runtime),
  checks: (runtime) => [database(runtime), liveCheck(runtime)],
};

const database = ({ db }: GatewayRuntime): HealthCheck => ({
  name: 'gateway.database',
  check: async () => {
    await db.command({ ping: 1 });
    return { status: 'ok' };
  },
});
