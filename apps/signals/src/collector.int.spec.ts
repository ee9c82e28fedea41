import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { json } from 'node:stream/consumers';
import { isProvided, provide } from '@skyshelf/stack';
import { exportSpans, startTracing } from '@skyshelf/telemetry';
import { eventually, freePort } from '@skyshelf/testing';
import { expect, it, onTestFinished } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';

const PROGRAMS = ['helm', 'otelcol-chart'] as const;
const missing = PROGRAMS.filter((name) => !isProvided(name));
if (missing.length > 0)
  process.stderr.write(`The chart's collector is not tested: no ${missing.join(', ')}\n`);

interface Config {
  receivers: { otlp: { protocols: { http: { endpoint: string } } } };
  exporters: Record<string, object>;
  extensions: { health_check: { endpoint: string } };
}
interface Batch {
  resourceSpans: { scopeSpans: { spans: { traceId: string }[] }[] }[];
}

async function rendered(): Promise<Config> {
  const chart = resolve(import.meta.dirname, '../../../deploy/helm/skyshelf');
  const values = {
    enabled: true,
    tracesEndpoint: 'http://tempo:4318',
    'network[0].ipBlock.cidr': '10.0.0.0/8',
  };
  const set = Object.entries(values).map(([name, value]) => `--set=monitoring.collector.${name}=${value}`);
  const objects = execFileSync(await provide('helm'), ['template', 'shelf', chart, ...set], {
    encoding: 'utf8',
  });
  const text = parseAllDocuments(objects)
    .map((each) => (each.toJS() as { data?: Record<string, string> } | null)?.data?.['collector.yaml'])
    .find(Boolean);
  return parse(text ?? '') as Config;
}

/** Starts it, with addresses of this machine, and answers where. It sends what it keeps on to `endpoint`. */
async function collector(endpoint: string): Promise<string> {
  const config = await rendered();
  const port = await freePort();
  const health = await freePort();
  config.receivers.otlp.protocols.http.endpoint = `127.0.0.1:${port}`;
  config.extensions.health_check.endpoint = `127.0.0.1:${health}`;
  for (const [name, each] of Object.entries(config.exporters))
    config.exporters[name] = { ...each, endpoint, encoding: 'json', compression: 'none' };
  const folder = mkdtempSync(join(tmpdir(), 'skyshelf-collector-'));
  const file = join(folder, 'config.json');
  writeFileSync(file, JSON.stringify(config));
  const child: ChildProcess = spawn(await provide('otelcol-chart'), ['--config', file], { stdio: 'ignore' });
  onTestFinished(async () => {
    const gone = once(child, 'exit');
    if (child.kill()) await gone;
    rmSync(folder, { recursive: true });
  });
  const isReady = () =>
    fetch(`http://127.0.0.1:${health}/`).then(
      ({ ok }) => ok,
      () => false,
    );
  await eventually(isReady, { timeoutMs: 30_000 });
  return `http://127.0.0.1:${port}`;
}

async function backend() {
  const spans = new Map<string, number>();
  const note = ({ resourceSpans }: Batch) => {
    const all = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((each) => each.spans));
    for (const { traceId } of all) spans.set(traceId, (spans.get(traceId) ?? 0) + 1);
  };
  const server = createServer((request, response) => {
    void json(request).then((batch) => {
      note(batch as Batch);
      response.setHeader('content-type', 'application/json').end('{}');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  return { spans, endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

function send({ ms, failed = false }: { ms: number; failed?: boolean }): string {
  const traceId = randomBytes(16).toString('hex');
  const root = randomBytes(8).toString('hex');
  const endMs = Date.now();
  const both = { traceId, startMs: endMs - ms, endMs, attributes: {} };
  exportSpans([
    { ...both, service: 'gateway', name: 'GET /api/', spanId: root, parentSpanId: null, failed: false },
    {
      ...{ ...both, service: 'catalog', name: 'GET /api/', failed },
      ...{ spanId: randomBytes(8).toString('hex'), parentSpanId: root },
    },
  ]);
  return traceId;
}

it.skipIf(missing.length > 0)(
  'the collector of the chart keeps traces with an error and slow ones whole, and a hundredth of the others',
  async () => {
    const { spans, endpoint } = await backend();
    const tracing = await startTracing({
      service: 'gateway',
      tracesEndpoint: `${await collector(endpoint)}/v1/traces`,
    });
    const quick = Array.from({ length: 2_000 }, () => send({ ms: 20 }));
    const kept = [send({ ms: 20, failed: true }), send({ ms: 1_500 })];
    await tracing.stop();
    await eventually(() => kept.every((id) => spans.get(id) === 2), { timeoutMs: 30_000 });
    await eventually(() => quick.filter((id) => spans.has(id)).length > 5, { timeoutMs: 30_000 });
    const others = quick.filter((id) => spans.has(id));
    // 20 of 2000; fewer than 5 or more than 45 come once in ten thousand times.
    expect(others.length).toBeGreaterThan(5);
    expect(others.length).toBeLessThan(45);
    expect(others.filter((id) => spans.get(id) !== 2)).toEqual([]);
  },
);
