import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { OnServiceStart } from './runtime.js';

const hasWork = (instance: unknown): instance is OnServiceStart =>
  typeof instance === 'object' && instance !== null && typeof (instance as Partial<OnServiceStart>).onServiceStart === 'function';

/** Begins the work of every provider that has some (`OnServiceStart`), one after the other in the order of the modules. */
export async function startBackgroundWork(app: INestApplication): Promise<void> {
  const providers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.providers.values()]);
  const instances = new Set(providers.map(({ instance }) => instance as unknown).filter(hasWork));
  for (const instance of instances) await instance.onServiceStart();
}
