import { AsyncLocalStorage } from 'node:async_hooks';
import { DomainError } from '@skyshelf/contracts';
import { Collection } from 'mongodb';
import { vi } from 'vitest';
import type { RunningShelf } from './running-shelf.js';

/**
 * Breaks the removal of an account off before and after each service has been asked, and before and after
 * each of its writes, once each.
 * @returns where it was; what lets everything go on undisturbed
 */
export function abortDeletion(shelf: RunningShelf): { broken: Set<string>; restore(): void } {
  const broken = new Set<string>();
  const dies = (point: string): void => {
    if (broken.has(point)) return;
    broken.add(point);
    throw new DomainError('service.unavailable');
  };
  const around = async <T>(point: string, work: () => Promise<T>): Promise<T> => {
    dies(`before ${point}`);
    const answer = await work();
    dies(`after ${point}`);
    return answer;
  };
  const forgetting = new AsyncLocalStorage<string>();
  for (const write of ['deleteOne', 'deleteMany', 'updateOne', 'updateMany'] as const) {
    const original = Collection.prototype[write] as (...args: unknown[]) => Promise<never>;
    vi.spyOn(Collection.prototype, write).mockImplementation(function (this: Collection, ...args: unknown[]) {
      const service = forgetting.getStore();
      const point = `${service}: ${write} ${this.collectionName}`;
      return service ? around(point, () => original.apply(this, args)) : original.apply(this, args);
    });
  }
  for (const [name, service] of Object.entries(shelf.services)) {
    const inject = service.inject.bind(service);
    vi.spyOn(service, 'inject').mockImplementation(async (request) => {
      if (!request.url.endsWith('/forget')) return inject(request);
      // The gateway's job comes again after a second; here there are too many points for that.
      const persistent = async () => {
        for (;;) {
          const answer = await forgetting.run(name, () => inject(request));
          if (answer.statusCode < 500) return answer;
        }
      };
      return around(name, persistent);
    });
  }
  return { broken, restore: () => vi.restoreAllMocks() };
}
