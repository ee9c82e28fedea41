import { join } from 'node:path';
import { startStack, type Stack } from '@skyshelf/stack';
import { startCluster, startServers } from '../target/cluster-target.js';
import { startStandalone } from '../target/standalone-target.js';
import type { Target } from '../target/target.js';
import { siteSettings } from '../workload/site.js';

export interface TargetOptions {
  mode: 'standalone' | 'cluster';
  members: 1 | 3;
  /** Folder of the built product. */
  product: string;
  /** It contains data and logs of this run. */
  folder: string;
  /** Small letters and digits: tells runs on the same servers apart. */
  name: string;
  powerCuts?: boolean;
  /** Whether files come from a site as well. */
  site?: boolean;
  /** Whether the processes of the cluster begin on the version before, whose folder CHAOS_PREVIOUS names. */
  mixed?: string;
  /** Settings of the product for this run. */
  env?: Record<string, string>;
  progress(line: string): void;
}

/** Real servers by number of members, started on first use and kept for further runs. */
export class Servers {
  private readonly stacks = new Map<1 | 3 | 'database', { stack: Stack; folder: string }>();

  constructor(
    private readonly folder: string,
    private readonly progress: (line: string) => void,
  ) {}

  /**
   * The stack with so many members; one of another kind is stopped, since both together are too much for a
   * small machine.
   */
  async of(kind: 1 | 3 | 'database'): Promise<{ stack: Stack; folder: string }> {
    const found = this.stacks.get(kind);
    if (found) return found;
    await this.wipe();
    const folder = join(this.folder, `servers-${kind}`);
    const stack =
      kind === 'database'
        ? await startStack({ folder, mongod: 1, kafka: 0, s3: null, progress: this.progress })
        : await startServers(folder, kind, this.progress);
    this.stacks.set(kind, { stack, folder });
    return { stack, folder };
  }

  /** Gives the address of a new database server for one run. */
  async database(): Promise<string> {
    await this.wipe();
    return (await this.of('database')).stack.mongodbUri ?? '';
  }

  /** Stops them; their data and logs stay. */
  async down(): Promise<void> {
    for (const [kind, { stack }] of this.stacks) {
      await stack.down();
      this.stacks.delete(kind);
    }
  }

  async wipe(): Promise<void> {
    for (const [kind, { stack }] of this.stacks) {
      await stack.wipe();
      this.stacks.delete(kind);
    }
  }
}

/** Starts what the product works on, unless it runs already, and answers how the product itself is started. */
export async function prepareTarget(
  { site = false, ...given }: TargetOptions,
  servers: Servers,
): Promise<() => Promise<Target>> {
  const options = site ? { ...given, env: { ...given.env, ...(await siteSettings()) } } : given;
  const { mode, members, powerCuts } = options;
  if (mode === 'standalone') {
    const database = powerCuts ? await servers.database() : undefined;
    return () => startStandalone({ ...options, powerCuts: database });
  }
  const { stack, folder: stackFolder } = await servers.of(members);
  const previous = options.mixed === undefined ? undefined : process.env.CHAOS_PREVIOUS;
  if (options.mixed !== undefined && !previous)
    throw new Error('CHAOS_PREVIOUS names no folder: npm run chaos does.');
  return () => startCluster({ ...options, stack, stackFolder, previous });
}
