import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { httpStatus } from './http-answer.js';
import type { ServerPlan } from './server-plan.js';

export interface OtlpPlanOptions {
  program(): Promise<string>;
  folder: string;
  port: number;
  clientPort: number;
}

/** JSON lines, each a batch of spans in OTLP. */
export function tracesFile(folder: string): string {
  return join(folder, 'traces.jsonl');
}

export function metricsFile(folder: string): string {
  return join(folder, 'metrics.jsonl');
}

/** OpenTelemetry's collector receives HTTP and writes a file of spans and one of metrics. */
export function otlpPlan({ program, folder, port, clientPort }: OtlpPlanOptions): ServerPlan {
  return {
    name: 'otlp',
    folder,
    port,
    clientPort,
    stopTimeoutMs: 5_000,
    prepare: async () => {
      const command = await program();
      const config = join(folder, 'config.json');
      mkdirSync(folder, { recursive: true });
      writeFileSync(config, JSON.stringify(collectorConfig(folder, port), null, 2));
      return { command, args: ['--config', config] };
    },
    serves: async (at) => (await httpStatus(`http://127.0.0.1:${at}/v1/traces`, emptyBatch)) === 200,
  };
}

const emptyBatch = {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: '{"resourceSpans":[]}',
};

/** JSON is YAML. Without a batch processor each export is in the file at the next flush. */
function collectorConfig(folder: string, port: number) {
  const fileOf = (place: typeof tracesFile) => ({
    path: place(folder),
    append: true,
    flush_interval: '100ms',
  });
  return {
    receivers: {
      otlp: { protocols: { http: { endpoint: `127.0.0.1:${port}`, cors: { allowed_origins: ['*'] } } } },
    },
    exporters: { 'file/traces': fileOf(tracesFile), 'file/metrics': fileOf(metricsFile) },
    service: {
      pipelines: {
        traces: { receivers: ['otlp'], exporters: ['file/traces'] },
        metrics: { receivers: ['otlp'], exporters: ['file/metrics'] },
      },
      // Its own metrics would listen on a fixed port.
      telemetry: { metrics: { level: 'none' } },
    },
  };
}
