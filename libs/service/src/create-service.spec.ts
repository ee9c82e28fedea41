import { Controller, Module } from '@nestjs/common';
import { defineRoutes } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { Route } from '@skyshelf/http';
import { createService, type OnServiceLeave, type OnServiceStart, type OnServiceStop } from './index.js';
import { testRuntime } from '../testing/index.js';

const { listen } = defineRoutes(
  { refuses: [] },
  {
    listen: {
      method: 'GET',
      path: '/api/listen',
      service: 'gateway',
      access: 'public',
      rate: 'read',
      summary: '',
      media: 'event-stream',
    },
  },
);
const happened: string[] = [];

@Controller()
class Live implements OnServiceStop {
  private hangUp: () => void = () => undefined;

  @Route(listen)
  async listen() {
    happened.push('listening');
    await new Promise<void>((resolve) => {
      this.hangUp = resolve;
    });
    return { bye: true };
  }

  onServiceStop() {
    happened.push('hang up');
    this.hangUp();
  }
}

class Worker implements OnServiceStart, OnServiceLeave {
  onServiceStart() {
    happened.push('work begins');
  }

  onServiceLeave(withinMs: number) {
    happened.push(`finishes within ${withinMs} ms`);
  }

  onModuleDestroy() {
    happened.push('work ends');
  }
}

@Module({ controllers: [Live], providers: [Worker] })
class LiveModule {}

it('begins work only when told, hangs up before it waits for requests, and ends work after the last one', async () => {
  const transport = { connectTo: () => happened.push('events joined') };
  const service = await createService(
    { name: 'gateway', open: () => ({ module: { module: LiveModule }, transports: [transport] }) },
    await testRuntime(),
  );
  expect(happened).toEqual(['events joined']);
  await service.start();
  const listening = service
    .inject({ method: 'GET', url: '/api/listen' })
    .then(({ payload }) => happened.push(payload));
  await expect.poll(() => happened).toContain('listening');
  await service.finish(60_000);
  await Promise.all([service.stop(), service.stop()]);
  await listening;
  expect(happened).toEqual([
    'events joined',
    'work begins',
    'listening',
    'finishes within 60000 ms',
    'hang up',
    '{"bye":true}',
    'work ends',
  ]);
});
