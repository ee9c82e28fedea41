import { BaseRpcContext } from '@nestjs/microservices';
import type { EventMessage } from '@skyshelf/contracts';
import type { ClientSession, Db } from 'mongodb';
import type { EventContext } from '../port.js';

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
