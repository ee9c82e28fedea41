import { open } from 'node:fs/promises';
import type { OnModuleDestroy } from '@nestjs/common';
import type { OutsidePictureDeps } from '../application/render-outside-picture.js';
import { JobRefusal } from '../domain/refusal.js';
import { createImageTool } from './tools/images/image-tool.js';
import { fetchImage, type ImageRules } from './tools/pictures/fetch-picture.js';
import { inWorkspace } from './workspaces.js';

export class OutsidePictures implements OutsidePictureDeps, OnModuleDestroy {
  readonly #images = createImageTool('picture', { nice: 0 });
  readonly inWorkspace = inWorkspace;

  /** @param rules tests have a server of their own */
  constructor(
    readonly enabled: boolean,
    private readonly rules: ImageRules = {},
  ) {}

  async fetch(
    address: string,
    path: string,
    limits: Parameters<OutsidePictureDeps['fetch']>[2],
  ): Promise<void> {
    await fetchImage(address, path, { ...this.rules, ...limits });
    if (!(await isRaster(path))) throw new JobRefusal('The picture is none of pixels.');
  }

  render(source: string, side: number, signal: AbortSignal): ReturnType<OutsidePictureDeps['render']> {
    return this.#images.picture({ source, side, animated: false }, signal, () => {});
  }

  onModuleDestroy(): void {
    this.#images.close?.();
  }
}

/** JPEG, PNG, GIF, WebP, HEIF with AVIF: never an SVG, whatever its answer called it. */
const RASTERS = /^(?:\xff\xd8\xff|\x89PNG|GIF8|RIFF.{4}WEBP|.{4}ftyp)/s;

async function isRaster(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(12), 0, 12, 0);
    return RASTERS.test(buffer.toString('latin1', 0, bytesRead));
  } finally {
    await file.close();
  }
}
