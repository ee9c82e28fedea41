import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { OnServiceStart, OnServiceStop } from './runtime.js';

const hasWork = (instance: unknown): instance is OnServiceStart =>
  typeof instance === 'object' && instance !== null && typeof (instance as Partial<OnServiceStart>).onServiceStart === 'function';

const hasStreams = (instance: unknown): instance is OnServiceStop =>
  typeof instance === 'object' && instance !== null && typeof (instance as Partial<OnServiceStop>).onServiceStop === 'function';

function providersOf(app: INestApplication): Set<unknown> {
  const providers = [...app.get(ModulesContainer).values()].flatMap((module) => [...module.providers.values()]);
  return new Set(providers.map(({ instance }) => instance as unknown));
}

/** Begins the work of every provider that has some (`OnServiceStart`), one after the other in the order of the modules. */
export async function startBackgroundWork(app: INestApplication): Promise<void> {
  for (const instance of providersOf(app)) if (hasWork(instance)) await instance.onServiceStart();
}

/** Ends the requests that would go on for ever (`OnServiceStop`), so that the others can be waited for. */
export async function endStreams(app: INestApplication): Promise<void> {
  for (const instance of providersOf(app)) if (hasStreams(instance)) await instance.onServiceStop();
}
