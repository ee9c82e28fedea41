import type { OnModuleDestroy } from '@nestjs/common';
import type { OutboundRules } from '@skyshelf/outbound';
import type { PortraitDeps } from '../application/make-portrait.js';
import { createImageTool } from './tools/images/image-tool.js';
import { fetchImage } from './tools/pictures/fetch-picture.js';
import { inWorkspace } from './workspaces.js';

/** What makes portraits: the guard to the outside, and a child process that renders. */
export class Portraits implements PortraitDeps, OnModuleDestroy {
  readonly #images = createImageTool('picture', { nice: 0 });
  readonly inWorkspace = inWorkspace;

  /** @param rules tests have a provider of their own */
  constructor(
    readonly enabled: boolean,
    private readonly rules: Partial<OutboundRules> = {},
  ) {}

  fetch(address: string, path: string, signal: AbortSignal): Promise<void> {
    return fetchImage(this.rules, address, path, signal);
  }

  render(source: string, side: number, signal: AbortSignal): ReturnType<PortraitDeps['render']> {
    return this.#images.picture({ source, side, animated: false }, signal, () => {});
  }

  onModuleDestroy(): void {
    this.#images.close?.();
  }
}
