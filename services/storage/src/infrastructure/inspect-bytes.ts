import { setTimeout as pause } from 'node:timers/promises';
import { decideContentType, imageDecoders, isRaster, looksLikeText } from '@skyshelf/contracts/rules';
import type { Findings } from '../domain/new-blobs.js';
import { fileTypeFromBuffer } from 'file-type';
import type Sharp from 'sharp';

/** No camera makes more; headers may lie. */
const MOST_PIXELS = 1_000_000_000;
/** A header takes milliseconds. */
const TIMEOUT_MS = 2000;

let decoders: Promise<typeof Sharp> | undefined;

/** Loads sharp on first use, to save memory in other processes. */
const loadDecoders = async (): Promise<typeof Sharp> => {
  const { default: sharp } = await import('sharp');
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: [...imageDecoders] });
  return sharp;
};

/** Inspects the head and never throws. */
export async function inspectBytes(head: Uint8Array, declared: string, pixels = true): Promise<Findings> {
  const sniffed = head.length === 0 ? undefined : await fileTypeFromBuffer(head).catch(() => undefined);
  const type = decideContentType(declared, sniffed?.mime ?? null, looksLikeText(head));
  if (!pixels || !isRaster(type)) return { type, ...unknown };
  const sharp = await (decoders ??= loadDecoders());
  return { type, ...(await inTime(dimensions(sharp, head))) };
}

type Dimensions = Pick<Findings, 'width' | 'height'>;
const unknown: Dimensions = { width: null, height: null };

async function inTime(dimensions: Promise<Dimensions>): Promise<Dimensions> {
  const stop = new AbortController();
  const late = pause(TIMEOUT_MS, unknown, { signal: stop.signal, ref: false }).catch(() => unknown);
  try {
    return await Promise.race([dimensions, late]);
  } finally {
    stop.abort();
  }
}

/** Decodes no pixels. */
async function dimensions(sharp: typeof Sharp, head: Uint8Array): Promise<Dimensions> {
  try {
    const { autoOrient, width, height, pageHeight } = await sharp(head, {
      failOn: 'none',
      limitInputPixels: MOST_PIXELS,
    }).metadata();
    const shown = pageHeight
      ? { width, height: pageHeight }
      : { width: autoOrient?.width ?? width, height: autoOrient?.height ?? height };
    return shown.width * shown.height <= MOST_PIXELS ? shown : unknown;
  } catch {
    return unknown;
  }
}
