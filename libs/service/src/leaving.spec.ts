import { Controller } from '@nestjs/common';
import { Internal } from '@skyshelf/http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createService } from './create-service.js';
import { serviceOf, testRuntime } from '../testing/index.js';

@Controller()
class AnyController {
  @Internal({ method: 'GET', path: '/internal/anything', refuses: [] })
  anything() {
    return { ok: true };
  }
}

async function runningService() {
  const runtime = await testRuntime();
  const service = await createService(serviceOf([AnyController]), runtime);
  onTestFinished(() => service.stop());
  await service.start();
  const origin = await service.listenInternal({ host: '127.0.0.1', port: 0 });
  const call = (path: string) => fetch(origin + path, { headers: runtime.internal });
  return { service, call };
}

describe('a service that is about to stop', () => {
  it('says that it is not ready, while it lives and answers as before', async () => {
    const { service, call } = await runningService();
    expect((await call('/health/ready')).status).toBe(200);
    service.leave();
    expect((await call('/health/ready')).status).toBe(503);
    expect((await call('/health/live')).status).toBe(200);
    expect((await call('/health/started')).status).toBe(200);
    expect(await (await call('/internal/anything')).json()).toEqual({ ok: true });
  });

  it('ends the connection with each answer, so that its caller goes elsewhere', async () => {
    const { service, call } = await runningService();
    expect((await call('/internal/anything')).headers.get('connection')).not.toBe('close');
    service.leave();
    expect((await call('/internal/anything')).headers.get('connection')).toBe('close');
    expect((await call('/nothing/here')).headers.get('connection')).toBe('close');
  });

  it('tells its routes to who holds the secret', async () => {
    const { call } = await runningService();
    const { routes } = (await (await call('/internal/routes')).json()) as { routes: object[] };
    expect(routes).toContainEqual({ method: 'GET', path: '/internal/anything' });
  });
});
