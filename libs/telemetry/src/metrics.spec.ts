import { describe, expect, it } from 'vitest';
import { createMetrics, createRequestMetrics, MetricRegistry } from './index.js';

describe('the metrics of a process', () => {
  it('tell the services apart', async () => {
    const registry = new MetricRegistry();
    for (const service of ['catalog', 'billing']) {
      createMetrics(service, registry)
        .counter({ name: 'skyshelf_commands_total', help: 'Commands done.', labels: ['command'] })
        .add({ command: 'rename' }, 2);
    }
    const text = await registry.text();
    expect(text).toContain('skyshelf_commands_total{service="catalog",command="rename"} 2');
    expect(text).toContain('skyshelf_commands_total{service="billing",command="rename"} 2');
  });

  it('read a gauge of each service when they are scraped', async () => {
    const registry = new MetricRegistry();
    let depth = 1;
    for (const service of ['catalog', 'billing']) {
      createMetrics(service, registry).gauge(
        { name: 'skyshelf_outbox_depth', help: 'Events waiting.' },
        async (gauge) => gauge.set({}, depth),
      );
    }
    depth = 7;
    const text = await registry.text();
    expect(text).toContain('skyshelf_outbox_depth{service="catalog"} 7');
    expect(text).toContain('skyshelf_outbox_depth{service="billing"} 7');
  });

  it('refuse one name for two things', () => {
    const metrics = createMetrics('x', new MetricRegistry());
    metrics.counter({ name: 'skyshelf_a_total', help: 'A.' });
    expect(() => metrics.counter({ name: 'skyshelf_a_total', help: 'B.' })).toThrow('declared twice');
    expect(() => metrics.gauge({ name: 'skyshelf_a_total', help: 'A.' })).toThrow('declared twice');
  });

  it('can be listed with their help for the documentation', () => {
    const registry = new MetricRegistry();
    createRequestMetrics(createMetrics('x', registry));
    expect(registry.declared().map(({ name, type, labels }) => [name, type, labels])).toEqual([
      ['skyshelf_http_errors_total', 'counter', ['service', 'method', 'route']],
      ['skyshelf_http_request_duration_seconds', 'histogram', ['service', 'method', 'route']],
      ['skyshelf_http_requests_total', 'counter', ['service', 'method', 'route', 'status']],
    ]);
  });

  it('show rate, errors and duration of each route', async () => {
    const registry = new MetricRegistry();
    const answered = createRequestMetrics(createMetrics('catalog', registry));
    answered({ method: 'POST', route: '/api/', status: 200, seconds: 0.004 });
    answered({ method: 'POST', route: '/api/', status: 503, seconds: 2 });
    const text = await registry.text();
    expect(text).toContain(
      'skyshelf_http_requests_total{service="catalog",method="POST",route="/api/",status="200"} 1',
    );
    expect(text).toContain('skyshelf_http_errors_total{service="catalog",method="POST",route="/api/"} 1');
    expect(text).toContain(
      'skyshelf_http_request_duration_seconds_bucket{le="0.005",service="catalog",method="POST",route="/api/"} 1',
    );
    expect(text).toContain(
      'skyshelf_http_request_duration_seconds_count{service="catalog",method="POST",route="/api/"} 2',
    );
  });

  it('include memory and event loop of the process on request', async () => {
    const registry = new MetricRegistry();
    registry.addProcessMetrics();
    expect(await registry.text()).toContain('process_resident_memory_bytes');
  });
});
