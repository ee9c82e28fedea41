import type { INestApplication } from '@nestjs/common';
import { ModulesContainer } from '@nestjs/core';
import type { OnServiceLeave, OnServiceStart, OnServiceStop } from './runtime.js';

type Hooks = Partial<OnServiceStart & OnServiceLeave & OnServiceStop>;

/** Each once, in the order of the modules. */
function instancesOf(app: INestApplication): Set<Hooks> {
  const wrappers = [...app.get(ModulesContainer).values()].flatMap(({ providers, controllers }) => [
    ...providers.values(),
    ...controllers.values(),
  ]);
  const instances: unknown[] = wrappers.map(({ instance }) => instance);
  return new Set(
    instances.filter((instance): instance is Hooks => typeof instance === 'object' && instance !== null),
  );
}

export async function startBackgroundWork(app: INestApplication): Promise<void> {
  for (const instance of instancesOf(app)) {
    if (typeof instance.onServiceStart === 'function') await instance.onServiceStart();
  }
}

/** So that the others can be waited for. */
export async function endStreams(app: INestApplication): Promise<void> {
  for (const instance of instancesOf(app)) {
    if (typeof instance.onServiceStop === 'function') await instance.onServiceStop();
  }
}

export async function finishWork(app: INestApplication, withinMs: number): Promise<void> {
  await Promise.all(
    [...instancesOf(app)].map(async (instance) => {
      if (typeof instance.onServiceLeave === 'function') await instance.onServiceLeave(withinMs);
    }),
  );
}
