import type { OnModuleDestroy } from '@nestjs/common';
import type { JobRunner } from '@skyshelf/jobs';
import type { OnServiceStart, OnServiceStop } from '@skyshelf/service';
import type { Kind } from '../application/kind.js';
import type { LiveFilms } from '../application/live-films.js';
import { removeLeftWorkspaces } from './workspaces.js';

export interface BackgroundDeps {
  runner: Pick<JobRunner<never>, 'stop'>;
  films: LiveFilms;
  /** It aborts when a stop begins, so that waiting calls answer. */
  leaving: AbortController;
  kinds: readonly Kind[];
}

export class BackgroundWork implements OnServiceStart, OnServiceStop, OnModuleDestroy {
  constructor(private readonly deps: BackgroundDeps) {}

  async onServiceStart(): Promise<void> {
    await removeLeftWorkspaces();
    this.deps.films.start();
  }

  onServiceStop(): void {
    this.deps.leaving.abort();
  }

  async onModuleDestroy(): Promise<void> {
    await this.deps.runner.stop();
    await this.deps.films.stop();
    for (const { tool } of this.deps.kinds) tool.close?.();
  }
}
