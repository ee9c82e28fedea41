import { Module } from '@nestjs/common';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createService, type CreatedService } from '../create-service.js';
import type { HealthCheck } from '../runtime.js';
import { testRuntime } from '../../testing/index.js';

@Module({})
class AnyModule {}

describe('health', () => {
  let service: CreatedService;
  let origin: string;
  let dependency: HealthCheck;
  beforeEach(async () => {
    dependency = { name: 'database', check: async () => ({ status: 'ok' }) };
    const checks: HealthCheck[] = [
      { name: 'database', check: () => dependency.check() },
      { name: 'ffmpeg', isPublic: true, check: async () => ffmpeg },
    ];
    service = await createService(
      { name: 'storage', open: () => ({ module: { module: AnyModule }, checks }) },
      await testRuntime(),
    );
    origin = await service.listen({ host: '127.0.0.1', port: 0 });
  });
  afterEach(() => service.stop());

  const ffmpeg = { status: 'off' as const, hint: 'apt-get install ffmpeg' };
  const ask = async (url: string) => {
    const answer = await fetch(url);
    return { status: answer.status, body: (await answer.json()) as object };
  };
  const publicly = (path: string) => ask(origin + path);
  const internally = async (path: string) =>
    ask((await service.listenInternal({ host: '127.0.0.1', port: 0 })) + path);

  it('is ready while nothing has failed; a feature that is off does not count', async () => {
    const checks = { database: { status: 'ok' }, ffmpeg };
    expect(await internally('/health/ready')).toEqual({ status: 200, body: { status: 'ok', checks } });
  });

  it('tells everyone at the public port which features are off, and nothing of the inside', async () => {
    for (const path of ['/health', '/health/ready'])
      expect(await publicly(path)).toEqual({ status: 200, body: { status: 'ok', checks: { ffmpeg } } });
  });

  it('is alive but not ready while a dependency is away, and leaves to the log why', async () => {
    dependency.check = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5:27017'));
    const ready = await internally('/health/ready');
    expect(ready).toMatchObject({
      status: 503,
      body: { status: 'failed', checks: { database: { status: 'failed' } } },
    });
    expect(JSON.stringify(ready)).not.toContain('10.0.0.5');
    expect(await publicly('/health/ready')).toEqual({
      status: 503,
      body: { status: 'failed', checks: { ffmpeg } },
    });
    expect(await publicly('/health')).toMatchObject({ status: 200, body: { status: 'failed' } });
    expect(await publicly('/health/live')).toEqual({ status: 200, body: { status: 'ok' } });
  });

  it('does not wait for a dependency that does not answer', async () => {
    dependency.check = () => new Promise(() => undefined);
    expect((await publicly('/health/ready')).status).toBe(503);
  });
});
