import { forgettingOrder, type DriveId, type ServiceName } from '@skyshelf/contracts';
import { eventually, productMode, type LaunchedSkyshelf } from '@skyshelf/testing';
import type { ChangeStreamDocument } from 'mongodb';
import type { RunningDatabase } from '../../operations/database-of.js';

/** What a deletion writes, one after the other, as far as it can be told from outside. */
export const steps: readonly string[] = [
  'asked',
  ...forgettingOrder.flatMap((service) => [
    `${service}: tombstone`,
    ...removedIn(service).map((collection) => `${service}: ${collection} removed`),
    `${service}: noted`,
  ]),
  'ended',
];

function removedIn(service: ServiceName): string[] {
  if (service === 'catalog') return ['elements', 'imports', 'events'];
  if (service === 'storage') return ['uploads', 'blobs', 'refs'];
  if (service === 'notify') return ['mails'];
  return service === 'gateway' ? ['accounts'] : ['events'];
}

const timeOf = (change: ChangeStreamDocument): Date =>
  ('wallTime' in change && change.wallTime) || new Date();

/** The step that a change of the databases is; null for any other change. */
function stepOf(change: ChangeStreamDocument, drive: DriveId): string | null {
  if (!('documentKey' in change)) return null;
  const { db, coll } = change.ns;
  const service = db.replace(/^.*skyshelf_/, '');
  if (change.operationType === 'delete') return `${service}: ${coll} removed`;
  if (String(change.documentKey._id) !== drive) return null;
  if (coll === 'closed') return `${service}: tombstone`;
  if (coll !== 'deletions') return null;
  if (change.operationType === 'insert') return 'asked';
  if (change.operationType !== 'update') return null;
  const { endedAt, ...others } = change.updateDescription.updatedFields ?? {};
  if (endedAt) return 'ended';
  const noted = Object.entries(others).find(([field]) => field.startsWith('forgotten'))?.[1] as unknown;
  return noted === undefined ? null : `${String([noted].flat().at(-1))}: noted`;
}

interface Wanted {
  drive: DriveId;
  /** Steps at which it is killed. */
  at: ReadonlySet<string>;
  /** Begins the deletion. */
  begin(): Promise<unknown>;
}

/**
 * Kills the product at these steps of a deletion: itself when it is one process; as a cluster the gateways,
 * whose job it is, and the processes of the service that is asked. It is started again each time, and nothing
 * else is done. @returns where it was killed: what was passed by the time that a kill had struck is missing
 */
export async function killAtSteps(
  skyshelf: LaunchedSkyshelf,
  database: RunningDatabase,
  { drive, at, begin }: Wanted,
): Promise<string[]> {
  const killed: string[] = [];
  const passed = new Set<string>();
  let struck = new Date(0);
  const kill = await killer(skyshelf);
  let changes = database.watch();
  await changes.tryNext();
  const beginning = begin().catch(() => {});
  while (!passed.has('ended')) {
    const change = await changes.tryNext();
    const step = change && stepOf(change, drive);
    if (!step || passed.has(step)) continue;
    passed.add(step);
    if (!at.has(step) || timeOf(change) < struck) continue;
    killed.push(step);
    await kill(step, () => (struck = new Date()));
    await database.reconnect();
    changes = database.watch(change._id);
  }
  await changes.close();
  await beginning;
  return killed;
}

interface Process {
  name: string;
  pid: number | null;
  url: string;
}

/** Kills, and starts again. */
type Kill = (step: string, onStruck: () => void) => Promise<void>;

async function killer(skyshelf: LaunchedSkyshelf): Promise<Kill> {
  if (productMode() === 'standalone')
    return async (_, onStruck) => {
      await skyshelf.kill();
      onStruck();
      await skyshelf.restart();
    };
  const look = () => skyshelf.ops<Process[]>('GET', '/cluster/processes');
  const isBack = ({ pid, url }: Process) =>
    pid !== null && !killed.has(pid) && fetch(`${url}/health/ready`).then(({ ok }) => ok);
  const killed = new Set<number>();
  let running = await look();
  return async (step, onStruck) => {
    for (const { name, pid } of running) {
      if (pid === null || (name !== 'gateway' && !step.startsWith(`${name}:`))) continue;
      process.kill(pid, 'SIGKILL');
      killed.add(pid);
    }
    onStruck();
    running = await eventually(
      async () => {
        const all = await look();
        return (await Promise.all(all.map(isBack))).every(Boolean) && all;
      },
      { timeoutMs: 120_000, intervalMs: 200 },
    );
  };
}
