import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { routes } from '@skyshelf/contracts';
import { apiClient, eventually, productMode, uploadFile, type RunningSkyshelf } from '@skyshelf/testing';
import { beforeAll, expect, it } from 'vitest';
import { sampleImage } from '../sample-image.js';
import { sharedSkyshelf } from '../setup/shared-skyshelf.js';

/** docs/telemetry.md, which a test holds to be what the code declares. */
const page = (): string => readFileSync(resolve(import.meta.dirname, '../../../docs/telemetry.md'), 'utf8');

interface DocumentedMetric {
  name: string;
  type: string;
  clusterOnly: boolean;
  labels: readonly string[];
}

/** The metrics of the page. */
const documentedMetrics = (): DocumentedMetric[] =>
  [...page().matchAll(/^\| `(skyshelf_\w+)` \| (\w+) \| (.*) \| (.*) \|$/gm)].map(
    ([, name = '', type = '', help = '', labels = '']) => ({
      name,
      type,
      clusterOnly: help.endsWith('Only in a cluster.'),
      labels: [...labels.matchAll(/`(\w+)`: /g)].map(([, label = '']) => label),
    }),
  );

/** Metrics in Prometheus' text format: type and labels of each family. */
function shownMetrics(text: string): Map<string, { type: string; labels: Set<string> }> {
  const families = new Map<string, { type: string; labels: Set<string> }>();
  for (const [, name = '', type = ''] of text.matchAll(/^# TYPE (\S+) (\w+)$/gm))
    families.set(name, { type, labels: new Set() });
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} \S+$/gm)) {
    const family = families.get(name) ?? families.get(name.replace(/_(bucket|sum|count)$/, ''));
    if (!family) throw new Error(`${name} has no type`);
    for (const [, label = ''] of labels.matchAll(/(\w+)="(?:[^"\\]|\\.)*"/g)) family.labels.add(label);
  }
  return families;
}

let skyshelf: RunningSkyshelf;

/** Something of everything: a listing, a refusal, a command, an upload with a thumbnail. */
beforeAll(async () => {
  skyshelf = await sharedSkyshelf();
  const client = apiClient(skyshelf.url, await skyshelf.token('measured'));
  const folder = { linkname: 'Measured', linktype: 'folder', linktag: [] };
  await client.call(routes.addElement, { body: { url: '/', obj: folder } });
  await client.send(routes.addElement, { body: { url: '/nowhere/', obj: folder } });
  const bytes = await sampleImage(64, 64, 'png');
  const file = await uploadFile(client, { name: 'measured.png', type: 'image/png', bytes });
  await eventually(
    async () => {
      const { docs } = await client.call(routes.listFolder, { body: { url: '/', defaultLinks: false } });
      return docs.some(({ _id, thumbnailImage }) => _id === file._id && thumbnailImage);
    },
    { timeoutMs: 60_000, intervalMs: 200 },
  );
  client.close();
});

const shown = async () => shownMetrics(await skyshelf.ops<string>('GET', '/metrics'));

it('shows every metric that docs/telemetry.md documents, and no other', async () => {
  const expected = documentedMetrics().filter(
    ({ clusterOnly }) => !clusterOnly || productMode() === 'cluster',
  );
  const names = [...(await shown()).keys()];
  expect(names.filter((name) => !/^(process|nodejs)_/.test(name)).toSorted()).toEqual(
    expected.map(({ name }) => name).toSorted(),
  );
  expect(names).toEqual(
    expect.arrayContaining(['process_cpu_seconds_total', 'nodejs_eventloop_lag_seconds']),
  );
});

it('shows each with its type, and with the documented labels', async () => {
  const families = await shown();
  for (const { name, type, labels } of documentedMetrics()) {
    const family = families.get(name);
    if (!family) continue;
    expect(family.type, name).toBe(type);
    const allowed = ['service', 'process', 'le', ...labels];
    expect(
      [...family.labels].filter((label) => !allowed.includes(label)),
      name,
    ).toEqual([]);
  }
});

it('has counted what was done', async () => {
  const text = await skyshelf.ops<string>('GET', '/metrics');
  const total = (sample: RegExp): number =>
    [...text.matchAll(new RegExp(`^${sample.source} (\\S+)$`, 'gm'))].reduce(
      (sum, match) => sum + Number(match.at(-1)),
      0,
    );
  expect(total(/skyshelf_http_requests_total\{.*route="\/api\/add\/?",status="404"\}/)).toBeGreaterThan(0);
  expect(total(/skyshelf_drive_commands_total\{.*command="admit-upload",outcome="done"\}/)).toBeGreaterThan(
    0,
  );
  expect(total(/skyshelf_job_duration_seconds_count\{.*kind="thumbnail",outcome="done"\}/)).toBeGreaterThan(
    0,
  );
  expect(total(/skyshelf_job_completion_seconds_count\{.*kind="thumbnail"\}/)).toBeGreaterThan(0);
  expect(
    total(/skyshelf_object_store_duration_seconds_count\{.*operation="put",outcome="ok"\}/),
  ).toBeGreaterThan(1);
  expect(
    total(/skyshelf_bus_events_total\{.*type="media.derivative.made",outcome="handled"\}/),
  ).toBeGreaterThan(0);
  expect(total(/skyshelf_storage_received_bytes_total\{.*\}/)).toBeGreaterThan(0);
  expect(total(/skyshelf_relay_published_total\{.*service="catalog".*\}/)).toBeGreaterThan(0);
});
