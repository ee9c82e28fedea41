import { solveChallenge, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { CLIENT_ADDRESS_HEADER } from '@skyshelf/contracts';
import { createInProcessBus, type EventBus } from '@skyshelf/event-bus';
import { createService, type CreatedService } from '@skyshelf/service';
import { testRuntime, type TestRuntime } from '@skyshelf/service/testing';
import { fakeClock, testDatabase, type FakeClock } from '@skyshelf/testing';
import { notify, notifyConfig, type NotifyRuntime } from '../src/index.js';

export interface OpenNotify {
  runtime: NotifyRuntime & TestRuntime;
  clock: FakeClock;
  services: readonly CreatedService[];
  call(path: string, body?: unknown, options?: CallOptions): Promise<Answer>;
  /** Solves a new challenge as a browser does. */
  solve(): Promise<string>;
  close(): Promise<void>;
}

interface CallOptions {
  /** The index of the replica; default: the first. */
  at?: number;
  headers?: Record<string, string>;
  /** The client's address. */
  address?: string;
  method?: 'GET' | 'POST';
}

export interface Answer {
  status: number;
  body: unknown;
}

/** Notify in so many replicas on one database, with its work. */
export async function openNotify(
  settings: Record<string, unknown>,
  more: Partial<NotifyRuntime> = {},
  replicas = 1,
): Promise<OpenNotify> {
  // Jobs are due by the database's clock: one that goes ahead of it would hold them up.
  const clock = fakeClock(new Date(Date.now() - 23 * 3_600_000).toISOString());
  const database = await testDatabase('notify');
  const base = await testRuntime({ clock });
  const buses = Array.from({ length: replicas }, () => createInProcessBus({ logger: base.logger, clock }));
  const [bus] = buses as [EventBus];
  const config = notifyConfig.parse(settings);
  const runtime = { ...base, client: database.client, db: database.db, bus, config, captchaCost: 1, ...more };
  const services: CreatedService[] = [];
  for (const [replica, own] of buses.entries()) {
    const service = await createService(notify, { ...runtime, bus: own, relayHolder: `notify-${replica}` });
    await service.start();
    services.push(service);
  }
  const call: OpenNotify['call'] = async (
    path,
    body,
    { at = 0, headers = {}, address, method = 'POST' } = {},
  ) => {
    const { statusCode: status, payload } = await (services[at] as CreatedService).inject({
      method,
      url: path,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(address !== undefined && { [CLIENT_ADDRESS_HEADER]: address }),
        ...headers,
      },
      payload: body === undefined ? undefined : JSON.stringify(body),
    });
    return { status, body: JSON.parse(payload) };
  };
  return {
    runtime,
    clock,
    services,
    call,
    solve: async () => {
      const { body } = await call('/api/captcha', undefined, { method: 'GET' });
      const { challenge } = body as { challenge: Challenge };
      const solution = await solveChallenge({ challenge, deriveKey });
      return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
    },
    close: async () => {
      for (const service of services) await service.stop();
      for (const each of buses) await each.close();
      await database.drop();
    },
  };
}
