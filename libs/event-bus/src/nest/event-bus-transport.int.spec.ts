import 'reflect-metadata';
import { Controller, Injectable, Module, Scope, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Ctx, EventPattern, MessagePattern, Payload } from '@nestjs/microservices';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { DomainError, type EventMessage } from '@skyshelf/contracts';
import { eventually, testDatabase, type TestDatabase } from '@skyshelf/testing';
import { MongoNetworkError } from 'mongodb';
import { of, throwError, type Observable } from 'rxjs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quickOptions } from '../../testing/contract/bench.js';
import { drive, Ledger } from '../../testing/contract/ledger.js';
import { listParked } from '../consumer/parked.js';
import { createInProcessBus } from '../in-process-bus.js';
import type { EventBus } from '../port.js';
import { BusContext, EventBusTransport } from './event-bus-transport.js';

const created = 'catalog.folder.created';
const quota = 'catalog.quota.changed';
const blob = 'storage.blob.removed';

@Injectable()
class Behaviour {
  calls: string[] = [];
  onQuota: (event: EventMessage, context: BusContext) => Promise<unknown> | Observable<unknown> = async () =>
    undefined;
}

@Controller()
class Reactions {
  constructor(private readonly behaviour: Behaviour) {}

  @EventPattern<string>(quota)
  async quotaChanged(
    @Payload() event: EventMessage<{ quota: number }>,
    @Ctx() context: BusContext,
  ): Promise<unknown> {
    this.behaviour.calls.push(event.id);
    return this.behaviour.onQuota(event, context);
  }

  @EventPattern<string>(blob)
  async blobRemoved(@Payload() event: EventMessage, @Ctx() context: BusContext): Promise<void> {
    await context.effect(async (session, db) => {
      await db.collection('effects').insertOne({ id: event.id }, { session });
    });
  }
}

@Controller({ scope: Scope.REQUEST })
class PerEvent {
  constructor(private readonly behaviour: Behaviour) {}

  @EventPattern<string>(created)
  async folderCreated(@Payload() event: EventMessage): Promise<void> {
    this.behaviour.calls.push(event.id);
    throw new MongoNetworkError('connection reset');
  }
}

@Controller()
class Twice {
  @EventPattern<string>(quota)
  again(): void {}
}

@Controller()
class Unknown {
  @EventPattern<string>('catalog.folder.painted')
  painted(): void {}
}

@Controller()
class Asking {
  @MessagePattern<string>(quota)
  asked(): void {}
}

describe('handlers of a service get their events from the bus', () => {
  let database: TestDatabase;
  let bus: EventBus;
  let ledger: Ledger;
  const apps: INestApplication[] = [];

  beforeEach(async () => {
    database = await testDatabase('transport');
    ledger = new Ledger('catalog');
    bus = createInProcessBus(quickOptions);
    bus.registerSource('catalog', ledger);
  });
  afterEach(async () => {
    await Promise.all(apps.splice(0).map((app) => app.close()));
    await bus.close();
    await database.drop();
  });

  async function start(
    ...controllers: (new (...given: never[]) => object)[]
  ): Promise<{ behaviour: Behaviour; transport: EventBusTransport }> {
    @Module({ controllers, providers: [Behaviour] })
    class Service {}
    const app = await NestFactory.create(Service, new FastifyAdapter(), {
      logger: false,
      abortOnError: false,
    });
    apps.push(app);
    const transport = new EventBusTransport({ bus, consumer: 'media', db: database.db });
    transport.connectTo(app);
    await app.init();
    await app.startAllMicroservices();
    return { behaviour: app.get(Behaviour), transport };
  }
  const quotaEvents = (count: number): EventMessage[] =>
    ledger.write(drive('ann'), count, quota).map((event) => ({ ...event, data: { type: quota, quota: 7 } }));

  it('gives event and context to several handlers, each in a transaction of its own', async () => {
    const { behaviour } = await start(Reactions);
    let known: unknown;
    behaviour.onQuota = (event, context) => {
      known = [event.data, context.attempt, context.event.id];
      return context.effect((session, db) =>
        db.collection('effects').insertOne({ id: event.id }, { session }),
      );
    };
    await bus.publish(quotaEvents(1));
    const removed = {
      ...new Ledger('storage').writeSingle(drive('ann'), blob),
      data: { type: blob, blobId: 'b1' },
    };
    await bus.publish([removed]);
    expect(known).toEqual([{ type: quota, quota: 7 }, 1, 'catalog:ann:1']);
    const effects = await database.db.collection('effects').find().toArray();
    expect(effects.map(({ id }) => id)).toEqual(['catalog:ann:1', removed.id]);
  });

  it('lets the error that a handler threw reach the bus as it was thrown', async () => {
    const { behaviour } = await start(Reactions);
    behaviour.onQuota = async () => {
      throw new DomainError('kind.unsupported', { message: 'no such kind' });
    };
    await bus.publish(quotaEvents(1));
    expect(behaviour.calls).toHaveLength(quickOptions.retry.tries);
    const [parked] = await listParked(database.db);
    expect(parked?.error).toMatchObject({ name: 'DomainError', message: 'no such kind' });
  });

  it('lets an error inside an observable reach the bus, and waits for one that ends', async () => {
    const { behaviour } = await start(Reactions);
    let failures = 0;
    behaviour.onQuota = () => {
      failures += 1;
      return failures === 1 ? throwError(() => new Error('late')) : of('done');
    };
    await bus.publish(quotaEvents(1));
    expect(behaviour.calls).toHaveLength(2);
    expect(await listParked(database.db)).toEqual([]);
  });

  it('knows an outage from a bad event, also in a new handler for each event', async () => {
    const { behaviour } = await start(PerEvent);
    const published = bus.publish(
      ledger.write(drive('ann'), 1, created).map((event) => ({ ...event, data: folder })),
    );
    published.catch(() => undefined);
    await eventually(() => behaviour.calls.length > quickOptions.retry.tries * 2);
    expect(await listParked(database.db)).toEqual([]);
    await bus.close();
    await expect(published).rejects.toThrow('has stopped');
  });

  it('finishes the running handler before the application stops', async () => {
    const { behaviour, transport } = await start(Reactions);
    const gate = Promise.withResolvers<void>();
    behaviour.onQuota = (event, context) =>
      context.effect(async (session, db) => {
        await gate.promise;
        await db.collection('effects').insertOne({ id: event.id }, { session });
      });
    const published = bus.publish(quotaEvents(1));
    await eventually(() => behaviour.calls.length === 1);
    const stopped = transport.close();
    gate.resolve();
    await Promise.all([stopped, published]);
    expect(await database.db.collection('effects').countDocuments()).toBe(1);
  });

  it('refuses to start with two handlers of one type, an unknown type, or a handler of messages', async () => {
    await expect(start(Reactions, Twice)).rejects.toThrow(`Two handlers for '${quota}'`);
    await expect(start(Unknown)).rejects.toThrow('no service publishes such an event');
    await expect(start(Asking)).rejects.toThrow('use @EventPattern');
  });

  it('refuses to start when it was not connected so that errors come through', async () => {
    @Module({ controllers: [Reactions], providers: [Behaviour] })
    class Service {}
    const app = await NestFactory.create(Service, new FastifyAdapter(), {
      logger: false,
      abortOnError: false,
    });
    apps.push(app);
    app.connectMicroservice({ strategy: new EventBusTransport({ bus, consumer: 'media', db: database.db }) });
    await expect(app.startAllMicroservices()).rejects.toThrow('connectEventBus');
  });
});

const folder = {
  type: created,
  id: 'f',
  parentId: 'root',
  name: 'F',
  nameKey: 'f',
  tags: [],
  delta: { used: 0, count: 1, byKind: {} },
};
