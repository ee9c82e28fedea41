import { join } from 'node:path';
import type { Stack } from '@skyshelf/stack';
import { startCluster, startServers } from '../target/cluster-target.js';
import { startStandalone } from '../target/standalone-target.js';
import type { Target } from '../target/target.js';

export interface TargetOptions {
  mode: 'standalone' | 'cluster';
  members: 1 | 3;
  /** Folder of the built product. */
  product: string;
  /** For data and logs of this run. */
  folder: string;
  /** Small letters and digits: tells runs on the same servers apart. */
  name: string;
  powerCuts?: boolean;
  progress(line: string): void;
}

/** Real servers by number of members, started on first use and kept for further runs. */
export class Servers {
  private readonly stacks = new Map<1 | 3, { stack: Stack; folder: string }>();

  constructor(
    private readonly folder: string,
    private readonly progress: (line: string) => void,
  ) {}

  /** The stack with so many members; one with another number is stopped, since both together are too much for a small machine. */
  async of(members: 1 | 3): Promise<{ stack: Stack; folder: string }> {
    const found = this.stacks.get(members);
    if (found) return found;
    await this.wipe();
    const folder = join(this.folder, `servers-${members}`);
    const made = { stack: await startServers(folder, members, this.progress), folder };
    this.stacks.set(members, made);
    return made;
  }

  async wipe(): Promise<void> {
    for (const [members, { stack }] of this.stacks) {
      await stack.wipe();
      this.stacks.delete(members);
    }
  }
}

/** Starts the product for a run. */
export async function openTarget(options: TargetOptions, servers: Servers): Promise<Target> {
  const { mode, members, product, folder, name, powerCuts } = options;
  if (mode === 'standalone') return startStandalone({ product, folder, powerCuts });
  const { stack, folder: stackFolder } = await servers.of(members);
  return startCluster({ product, folder, name, stack, stackFolder, members });
}
