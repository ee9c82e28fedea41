import type { OnModuleDestroy } from '@nestjs/common';
import type { OnServiceStart, OnServiceStop } from '@skyshelf/service';
import type { Kind } from '../application/kind.js';
import type { LiveFilms } from '../application/live-films.js';
import type { Workers } from '../application/workers.js';
import type { MongoJobQueue } from './job-queue.js';
import { removeLeftWorkspaces } from './workspaces.js';

export interface BackgroundDeps {
  queue: MongoJobQueue;
  workers: Workers;
  films: LiveFilms;
  /** Aborted when the service begins to stop: calls that wait for something to be made answer. */
  leaving: AbortController;
  kinds: readonly Kind[];
}

/** What media does besides requests and events: it works on jobs. */
export class BackgroundWork implements OnServiceStart, OnServiceStop, OnModuleDestroy {
  constructor(private readonly deps: BackgroundDeps) {}

  async onServiceStart(): Promise<void> {
    await removeLeftWorkspaces();
    await this.deps.queue.takeBack();
    this.deps.films.start();
    this.deps.workers.start();
  }

  onServiceStop(): void {
    this.deps.leaving.abort();
  }

  async onModuleDestroy(): Promise<void> {
    await this.deps.workers.stop();
    await this.deps.films.stop();
    for (const { tool } of this.deps.kinds) tool.close?.();
  }
}
