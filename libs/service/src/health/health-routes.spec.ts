import { PRODUCT_VERSION } from '@skyshelf/contracts/rules';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createService, type CreatedService } from '../create-service.js';
import type { HealthCheck } from '../runtime.js';
import { serviceOf, testRuntime } from '../../testing/index.js';

describe('health', () => {
  let service: CreatedService;
  let origin: string;
  let dependency: HealthCheck;
  let hears: 'ok' | 'failed';
  beforeEach(async () => {
    dependency = { name: 'database', check: async () => ({ status: 'ok' }) };
    hears = 'ok';
    const checks: HealthCheck[] = [
      { name: 'database', check: () => dependency.check() },
      { name: 'live', once: true, check: async () => ({ status: hears }) },
      { name: 'ffmpeg', isPublic: true, check: async () => ffmpeg },
    ];
    service = await createService(serviceOf([], { checks }), await testRuntime());
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

  const probed = async () => {
    const statuses = ['live', 'started', 'ready'].map(
      async (each) => (await publicly(`/health/${each}`)).status,
    );
    return Promise.all(statuses);
  };

  it('is live, then started, then ready when what it waits for was there once', async () => {
    hears = 'failed';
    expect(await probed()).toEqual([200, 503, 503]);
    await service.start();
    expect(await probed()).toEqual([200, 200, 503]);
    expect(await publicly('/health/ready')).toEqual({
      status: 503,
      body: { status: 'failed', stage: 'started' },
    });
    hears = 'ok';
    expect(await probed()).toEqual([200, 200, 200]);
    hears = 'failed';
    expect(await probed()).toEqual([200, 200, 200]);
    expect(await publicly('/health')).toMatchObject({ body: { status: 'failed' } });
  });

  it('tells everyone at the public port which features are off, and nothing of the inside', async () => {
    await service.start();
    expect(await publicly('/health')).toEqual({
      status: 200,
      body: { status: 'ok', version: PRODUCT_VERSION, checks: { ffmpeg } },
    });
    const checks = { database: { status: 'ok' }, live: { status: 'ok' }, ffmpeg };
    expect((await internally('/health')).body).toMatchObject({
      status: 'ok',
      version: PRODUCT_VERSION,
      checks,
    });
  });

  it('stays ready while what all replicas share is away, says so, and leaves to the log why', async () => {
    await service.start();
    dependency.check = () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.5:27017'));
    expect(await probed()).toEqual([200, 200, 200]);
    const health = await internally('/health');
    expect(health).toMatchObject({
      status: 200,
      body: { status: 'failed', checks: { database: { status: 'failed' } } },
    });
    expect(JSON.stringify(health)).not.toContain('10.0.0.5');
    expect(await publicly('/health')).toEqual({
      status: 200,
      body: { status: 'failed', version: PRODUCT_VERSION, checks: { ffmpeg } },
    });
  });

  it('does not wait for a dependency that does not answer', async () => {
    dependency.check = () => new Promise(() => undefined);
    expect((await publicly('/health')).body).toMatchObject({ status: 'failed' });
  });
});
