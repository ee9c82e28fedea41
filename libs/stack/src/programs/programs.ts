import { join } from 'node:path';
import { cacheFolder } from '@skyshelf/host';

/** The collector's own parts share a version. */
const COLLECTOR = 'v0.161.0';

interface GoModule {
  module: string;
  builds: string;
  /** For a module with replacements: the program's folder in it, fetched and built in place. */
  replaces?: string;
  tags?: string;
}

/** Made on this machine, pinned by version. */
export interface Program {
  version: string;
  file: string;
  go?: GoModule;
  /** Parts of a collector by kind: folders of its repositories, those of the project itself begin with `core/`. */
  parts?: Readonly<Record<string, readonly string[]>>;
  seconds: number;
}

export const PROGRAMS = {
  kafka: { version: '4.3.1', file: 'bootstrap.checkpoint', seconds: 15 },
  versitygw: {
    version: 'v1.8.0',
    file: 'versitygw',
    go: { module: 'github.com/versity/versitygw/cmd/versitygw', builds: 'versitygw' },
    seconds: 102,
  },
  minio: {
    // The last one before the project was archived.
    version: 'v0.0.0-20260212201848-7aac2a2c5b7c',
    file: 'minio',
    go: { module: 'github.com/minio/minio', builds: 'minio' },
    seconds: 193,
  },
  toxiproxy: {
    version: 'v2.5.0',
    file: 'toxiproxy-server',
    go: { module: 'github.com/Shopify/toxiproxy/v2/cmd/server', builds: 'server' },
    seconds: 10,
  },
  k6: { version: 'v1.8.1', file: 'k6', go: { module: 'go.k6.io/k6', builds: 'k6' }, seconds: 80 },
  otelcol: {
    ...{ version: COLLECTOR, file: 'otelcol', seconds: 116 },
    parts: {
      receivers: ['core/receiver/otlpreceiver'],
      processors: ['core/processor/batchprocessor'],
      exporters: ['core/exporter/debugexporter', 'exporter/fileexporter'],
    },
  },
  // What the collector of the chart is made of.
  'otelcol-chart': {
    ...{ version: COLLECTOR, file: 'otelcol', seconds: 130 },
    parts: {
      receivers: ['core/receiver/otlpreceiver'],
      processors: [
        'core/processor/batchprocessor',
        'core/processor/memorylimiterprocessor',
        'processor/tailsamplingprocessor',
      ],
      exporters: ['core/exporter/otlphttpexporter'],
      extensions: ['extension/healthcheckextension'],
    },
  },
  helm: {
    version: 'v4.3.1',
    file: 'helm',
    go: { module: 'helm.sh/helm/v4/cmd/helm', builds: 'helm' },
    seconds: 223,
  },
  'helm-unittest': {
    version: 'v1.1.2',
    file: 'helm-unittest',
    go: {
      module: 'github.com/helm-unittest/helm-unittest',
      builds: 'helm-unittest',
      replaces: './cmd/helm-unittest',
    },
    seconds: 60,
  },
  'kube-score': {
    version: 'v1.20.0',
    file: 'kube-score',
    go: { module: 'github.com/zegl/kube-score/cmd/kube-score', builds: 'kube-score' },
    seconds: 17,
  },
  promtool: {
    version: 'v0.316.0',
    file: 'promtool',
    // Without service discovery, which is most of it.
    go: {
      module: 'github.com/prometheus/prometheus/cmd/promtool',
      builds: 'promtool',
      tags: 'remove_all_sd',
    },
    seconds: 120,
  },
  prometheus: {
    version: 'v0.316.0',
    file: 'prometheus',
    go: {
      module: 'github.com/prometheus/prometheus/cmd/prometheus',
      builds: 'prometheus',
      tags: 'remove_all_sd',
    },
    seconds: 150,
  },
  amtool: {
    version: 'v0.34.2',
    file: 'amtool',
    go: { module: 'github.com/prometheus/alertmanager/cmd/amtool', builds: 'amtool' },
    seconds: 60,
  },
  'kubernetes-validate': { version: '1.37.0', file: 'bin/kubernetes-validate', seconds: 10 },
} as const satisfies Record<string, Program>;

export type ProgramName = keyof typeof PROGRAMS;
export const PROGRAM_NAMES = Object.keys(PROGRAMS) as ProgramName[];

/** For this version, complete or missing. */
export function programFolder(name: ProgramName): string {
  return join(cacheFolder(), `${name}-${PROGRAMS[name].version.replace(/^v/, '')}`);
}

export class ProvisionError extends Error {
  override name = 'ProvisionError';
}
