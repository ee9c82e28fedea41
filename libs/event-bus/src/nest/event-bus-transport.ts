import {
  type INestApplication,
  type INestMicroservice,
  Catch,
  type RpcExceptionFilter,
} from '@nestjs/common';
import {
  Server,
  type CustomTransportStrategy,
  type MessageHandler,
  type MicroserviceOptions,
  BaseRpcContext,
} from '@nestjs/microservices';
import { eventTypeOf, type EventMessage, type ServiceName } from '@skyshelf/contracts';
import type { Db, ClientSession } from 'mongodb';
import { isObservable, lastValueFrom, throwError, type Observable } from 'rxjs';
import type { EventBus, EventContext, EventHandler, Subscription } from '../port.js';

export interface EventBusTransportOptions {
  bus: EventBus;
  consumer: ServiceName;
  db: Db;
}

/**
 * All `@EventPattern` handlers of a service as one consumer. A handler takes `@Payload()` and a `BusContext`
 * as `@Ctx()`; the bus retries or parks on what it throws. `@EventPattern(type, { together: true })`: see
 * `Consumer`. Connect it by `connectEventBus`.
 */
export class EventBusTransport extends Server implements CustomTransportStrategy {
  override readonly transportId = Symbol('event-bus');
  override readonly propagatesEventHandlerErrors = true;
  private subscription: Subscription | null = null;
  private rethrows = false;

  constructor(private readonly options: EventBusTransportOptions) {
    super();
  }

  /** null before `listen` and after `close`. */
  get consumer(): Subscription | null {
    return this.subscription;
  }

  /** `startAllMicroservices()` then joins the bus. */
  connectTo(app: INestApplication): INestMicroservice {
    const microservice = app.connectMicroservice<MicroserviceOptions>(
      { strategy: this },
      { deferInitialization: true },
    );
    // Handlers look up filters when they are registered.
    microservice.useGlobalFilters(new RethrowFilter());
    // The application itself runs the shared container's hooks.
    if ('setIsInitHookCalled' in microservice && typeof microservice.setIsInitHookCalled === 'function')
      microservice.setIsInitHookCalled(true);
    this.rethrows = true;
    return microservice;
  }

  listen(callback: (error?: unknown) => void): void {
    this.join().then(() => callback(), callback);
  }

  async close(): Promise<void> {
    const { subscription } = this;
    this.subscription = null;
    await subscription?.stop();
  }

  on(): never {
    throw new Error('The event bus has no events of a connection');
  }

  unwrap<T>(): T {
    return this.options.bus as T;
  }

  private async join(): Promise<void> {
    const { bus, consumer, db } = this.options;
    if (!this.rethrows)
      throw new Error(
        'Connect the transport by connectEventBus(app, transport): else errors of handlers do not reach the bus',
      );
    const handlers = new Map(
      [...this.getHandlers()].map(([type, handler]) => [type, eventHandler(type, handler)]),
    );
    const together = new Set(
      [...this.getHandlers()].flatMap(([type, { extras }]) => (extras?.together ? type : [])),
    );
    this.subscription = await bus.subscribe({ name: consumer, db, handlers, together });
  }
}

/**
 * Call it before the application starts; `await app.startAllMicroservices()` follows.
 * @throws Error from `startAllMicroservices` for a type that no service publishes, two handlers of one type,
 * or `@MessagePattern`
 */
export function connectEventBus(app: INestApplication, transport: EventBusTransport): INestMicroservice {
  return transport.connectTo(app);
}

function eventHandler(type: string, handler: MessageHandler): EventHandler {
  if (!handler.isEventHandler)
    throw new Error(`@MessagePattern('${type}'): the event bus knows events only, use @EventPattern`);
  if (handler.next)
    throw new Error(
      `Two handlers for '${type}' in one service: an event has one effect, put both into one handler`,
    );
  if (!eventTypeOf(type)) throw new Error(`@EventPattern('${type}'): no service publishes such an event`);
  return async (event: EventMessage, context: EventContext) => {
    const result: unknown = await handler(event, new BusContext([event, context]));
    if (isObservable(result)) await lastValueFrom(result, { defaultValue: undefined });
  };
}

export class BusContext extends BaseRpcContext<[EventMessage, EventContext]> implements EventContext {
  get event(): EventMessage {
    return this.getArgs()[0];
  }

  get attempt(): number {
    return this.getArgs()[1].attempt;
  }

  effect<T>(work: (session: ClientSession, db: Db) => Promise<T>): Promise<T> {
    return this.getArgs()[1].effect(work);
  }
}

/**
 * Nest's own filter turns unknown errors into `{status: 'error'}`: a bad event would look like a database
 * that is away.
 */
@Catch()
class RethrowFilter implements RpcExceptionFilter {
  catch(error: unknown): Observable<never> {
    return throwError(() => error);
  }
}
