import { describe, expect, it } from 'vitest';
import { receiveSpans } from '../testing/index.js';
import { contextOf, createMetrics, createRequestMetrics, MetricRegistry } from './index.js';

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
    let depth: number | null = 1;
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
    depth = null;
    expect(await registry.text()).not.toContain('skyshelf_outbox_depth{');
  });

  it('are told although one of them cannot be read, or not in time', async () => {
    const registry = new MetricRegistry();
    const { gauge } = createMetrics('media', registry);
    gauge({ name: 'skyshelf_refused', help: 'Refused.' }, () => Promise.reject(new Error('no database')));
    gauge({ name: 'skyshelf_silent', help: 'Silent.' }, () => new Promise(() => {}));
    gauge({ name: 'skyshelf_told', help: 'Told.' }, (it) => it.set({}, 3));
    expect(await registry.text()).toContain('skyshelf_told{service="media"} 3');
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

  it('name in OpenMetrics the recorded trace of a slow request, for who asks for that', async () => {
    const spans = await receiveSpans('catalog');
    const registry = new MetricRegistry();
    const answered = createRequestMetrics(createMetrics('catalog', registry));
    const request = { method: 'POST', route: '/api/', status: 200 };
    const contextOfTrace = (id: string, flags: string) =>
      contextOf(`00-${id.repeat(32)}-${'b'.repeat(16)}-${flags}`);
    answered({ ...request, seconds: 0.3, context: contextOfTrace('a', '01') });
    answered({ ...request, seconds: 0.004, context: contextOfTrace('c', '00') });
    const open = await registry.shown('application/openmetrics-text;version=1.0.0,text/plain;q=0.5');
    await spans.stop();
    expect(open.contentType).toMatch('application/openmetrics-text; version=1.0.0');
    expect(open.text).toMatch(/_bucket\{le="0.5",[^\n]*\} 2 # \{trace_id="a{32}"\} 0.3 \d/);
    expect(open.text).not.toContain('c'.repeat(32));
    expect(open.text).toContain('# TYPE skyshelf_http_requests counter\nskyshelf_http_requests_total{');
    expect(open.text.endsWith('\n# EOF\n')).toBe(true);
    const plain = await registry.shown('text/plain');
    expect(plain.text).toContain('# TYPE skyshelf_http_requests_total counter');
    expect(plain.text).not.toContain('trace_id');
  });

  it('include memory and event loop of the process on request', async () => {
    const registry = new MetricRegistry();
    registry.addProcessMetrics();
    expect(await registry.text()).toContain('process_resident_memory_bytes');
  });
});
