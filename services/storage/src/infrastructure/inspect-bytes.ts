import { setTimeout as pause } from 'node:timers/promises';
import { decideContentType, imageDecoders, isRaster } from '@skyshelf/contracts/rules';
import type { Findings } from '../application/inspection.js';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';

/** More than any camera makes; a header may say anything. */
const MOST_PIXELS = 1_000_000_000;
/** A header takes milliseconds. What takes longer is not waited for. */
const TIMEOUT_MS = 2000;

sharp.cache(false);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: [...imageDecoders] });

/** What the first bytes of a file say about it. Never throws: what can't be read says nothing. */
export async function inspectBytes(head: Uint8Array, declared: string): Promise<Findings> {
  const sniffed = head.length === 0 ? undefined : await fileTypeFromBuffer(head).catch(() => undefined);
  const type = decideContentType(declared, sniffed?.mime ?? null);
  return { type, ...(isRaster(type) ? await inTime(dimensions(head)) : unknown) };
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

/** Reads headers only: no pixel is decoded. */
async function dimensions(head: Uint8Array): Promise<Dimensions> {
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
