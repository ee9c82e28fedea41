import { DomainError, internalRoutes, type ServiceName, serviceNames } from '@skyshelf/contracts';
import type { OpsRoutes } from '@skyshelf/data-folder';
import { ask, type Peers } from '@skyshelf/peers';
import { createInstallation, operatorRoutes } from '@skyshelf/operations';
import { processMetrics } from '@skyshelf/telemetry';
import type { KeyList } from '@skyshelf/tokens';
import { z } from 'zod';
import type { Fleet, RunningProcess } from './fleet.js';

interface ProcessMetrics {
  /** Example: `catalog-1` */
  process: string;
  text: string;
}

const SAMPLE = /^([a-zA-Z_:][\w:]*)(\{(.*)\})? (.*)$/;

interface Family {
  head: string[];
  samples: string[];
}

/** Prometheus' text format 0.0.4, with the label `process`; a metric's lines stay together. */
export function mergeMetrics(all: readonly ProcessMetrics[]): string {
  const families = new Map<string, Family>();
  for (const { process, text } of all) {
    let current = '';
    for (const line of text.split('\n')) {
      if (line === '') continue;
      const described = /^# (?:HELP|TYPE) (\S+)/.exec(line)?.[1];
      if (described !== undefined) {
        current = described;
        const { head } = familyOf(families, current);
        if (!head.includes(line)) head.push(line);
        continue;
      }
      const sample = SAMPLE.exec(line);
      if (!sample) continue;
      const [, name = '', , labels, value = ''] = sample;
      const family = current !== '' && name.startsWith(current) ? current : name;
      const labelled = [`process="${process}"`, labels].filter(Boolean).join(',');
      familyOf(families, family).samples.push(`${name}{${labelled}} ${value}`);
    }
  }
  return `${[...families.values()].flatMap(({ head, samples }) => [...head, ...samples]).join('\n')}\n`;
}

function familyOf(families: Map<string, Family>, name: string): Family {
  const family = families.get(name) ?? { head: [], samples: [] };
  families.set(name, family);
  return family;
}

const ASK_TIMEOUT_MS = 5_000;

const choice = z
  .strictObject({ name: z.enum(serviceNames).optional(), replica: z.int().min(1).optional() })
  .default({});
const health = z.object({
  status: z.string(),
  checks: z.record(z.string(), z.object({ status: z.string(), hint: z.string().optional() })),
});

interface OperationDeps {
  fleet: Fleet;
  peers: Peers;
  internalKeys: KeyList;
}

export function operationRoutes(deps: OperationDeps): OpsRoutes {
  const { fleet, peers } = deps;
  return {
    ...operatorRoutes(createInstallation({ peers })),
    'GET /metrics': () => allMetrics(deps),
    'GET /health': () => allHealth(fleet.processes()),
    'GET /operations/routes': async () =>
      (await ask(peers, internalRoutes.servedRoutes, { service: 'gateway' })).routes,
    'GET /cluster/processes': async () => fleet.processes(),
    'POST /cluster/restart': async ({ body }) => fleet.restart(parseChoice(body)),
  };
}

function parseChoice(body: unknown): z.infer<typeof choice> {
  const parsed = choice.safeParse(body);
  if (parsed.success) return parsed.data;
  throw new DomainError('input.invalid', { message: z.prettifyError(parsed.error) });
}

const nameOf = ({ name, replica }: RunningProcess): string => `${name}-${replica}`;

async function allMetrics({ fleet, internalKeys }: OperationDeps): Promise<string> {
  const headers = { authorization: `Internal ${internalKeys()[0] ?? ''}` };
  const answers = await Promise.all(
    fleet.processes().map(async (one) => ({
      process: nameOf(one),
      text: await fetched(`${one.url}/metrics`, headers).then(
        (answer) => (answer.ok ? answer.text() : ''),
        () => '',
      ),
    })),
  );
  return mergeMetrics([...answers, { process: 'cluster', text: await processMetrics.text() }]);
}

interface ServiceHealth {
  well: boolean;
  checks: Record<string, { status: string; hint?: string }>;
}

async function allHealth(
  processes: readonly RunningProcess[],
): Promise<Partial<Record<ServiceName, ServiceHealth>>> {
  const all: Partial<Record<ServiceName, ServiceHealth>> = {};
  const asked = await Promise.all(processes.map(async (one) => ({ one, found: await healthOf(one) })));
  for (const { one, found } of asked) {
    const known = all[one.name] ?? { well: true, checks: {} };
    const own = Object.entries(found.checks).map(([check, outcome]) => [`${nameOf(one)}: ${check}`, outcome]);
    all[one.name] = {
      well: known.well && found.well,
      checks: { ...known.checks, ...(Object.fromEntries(own) as ServiceHealth['checks']) },
    };
  }
  return all;
}

async function healthOf(one: RunningProcess): Promise<ServiceHealth> {
  try {
    const { status, checks } = health.parse(await (await fetched(`${one.url}/health`, {})).json());
    return { well: status === 'ok', checks };
  } catch {
    return { well: false, checks: { process: { status: 'failed', hint: 'it does not answer' } } };
  }
}

const fetched = (url: string, headers: Record<string, string>): Promise<Response> =>
  fetch(url, { headers, signal: AbortSignal.timeout(ASK_TIMEOUT_MS) });
