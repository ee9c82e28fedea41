import type { OnModuleDestroy } from '@nestjs/common';
import type { OnServiceStart } from '@skyshelf/service';
import type { Kind } from '../application/kind.js';
import type { Workers } from '../application/workers.js';
import type { MongoJobQueue } from './job-queue.js';
import { removeLeftWorkspaces } from './workspaces.js';

export interface BackgroundDeps {
  queue: MongoJobQueue;
  workers: Workers;
  kinds: readonly Kind[];
}

/** What media does besides requests and events: it works on jobs. */
export class BackgroundWork implements OnServiceStart, OnModuleDestroy {
  constructor(private readonly deps: BackgroundDeps) {}

  async onServiceStart(): Promise<void> {
    await removeLeftWorkspaces();
    await this.deps.queue.takeBack();
    this.deps.workers.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.deps.workers.stop();
    for (const { tool } of this.deps.kinds) tool.close?.();
  }
}
