import { setTimeout as pause } from 'node:timers/promises';
import type { RouteContract } from '@skyshelf/contracts';
import { apiClient, type ApiClient, type CallOptions } from '@skyshelf/testing';
import type { Journal, OperationKind } from './journal.js';

/** A client that never gives an intention up: it sends the same request with the same key until it is answered. */
export interface PersistentClient {
  call<R extends RouteContract>(
    kind: OperationKind,
    route: R,
    options: CallOptions<R> & { key: string },
  ): Promise<Awaited<ReturnType<ApiClient['call']>>>;
  close(): void;
}

export function persistentClient(
  url: string,
  token: string,
  journal: Journal,
  giveUp: () => boolean,
): PersistentClient {
  const client = apiClient(url, token, { connections: 64, timeoutMs: 15_000 });
  return {
    close: () => client.close(),
    call: async (kind, route, options) => {
      const operation = journal.begin(kind);
      for (let attempt = 1; ; attempt += 1) {
        operation.inFlight = true;
        try {
          const answer = await client.send(route, options);
          operation.inFlight = false;
          if (answer.status < 400) {
            if (attempt > 1) journal.retried += 1;
            journal.end(operation);
            return answer.body;
          }
          if (answer.status < 500 && answer.status !== 429) {
            throw new WrongRefusal(
              `${route.name}: ${answer.status} ${JSON.stringify(answer.body)} at attempt ${attempt}`,
            );
          }
        } catch (error) {
          operation.inFlight = false;
          if (error instanceof WrongRefusal || giveUp()) throw error;
        }
        await pause(20);
      }
    },
  };
}

/** A request that is right was refused: an acknowledged state was lost, or an intention happened twice. */
export class WrongRefusal extends Error {}
