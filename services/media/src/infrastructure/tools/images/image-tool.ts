import type { ChildProcess } from 'node:child_process';
import { tmpdir } from 'node:os';
import { fileURLToPath } from 'node:url';
import { derivatives, type DerivativeKind } from '@skyshelf/contracts';
import { imageDecoders } from '@skyshelf/contracts/rules';
import { z } from 'zod';
import type { MadeFile, Tool } from '../../../application/kind.js';
import type { Effort } from '../../../application/work-clock.js';
import { MOST_EACH_MB, SMALL_MB } from '../../../domain/memory-share.js';
import { JobRefusal, reasonsOf, TryFailure } from '../../../domain/refusal.js';
import { toolMemory } from '../memory/tool-memory.js';
import { NO_ONE_WAITS, startChild } from '../start-child.js';
import { WarmChildren } from '../warm-children.js';
import type { ImageRefusal, ImageRequest, RenderedImage } from './image-messages.js';

/** Unit: seconds of processor time; the kernel ends an unwatched child a little later. */
const SPENT_SECONDS = 30;
const MOST_SECONDS = 60;
/** Node alone reserves 0.6 GB and uses a tenth. */
const MEMORY_MB = 600 + MOST_EACH_MB;
/** WebAssembly never gives back what one large image took. */
const SPENT_MB = 512;
/** An idle child costs 40 MB, a start 0.15 s. */
const IDLE_MS = 30_000;

const pixels = z.int().positive();
const rendered = z.object({
  width: pixels,
  height: pixels,
  sourceDimensions: z.object({ width: pixels, height: pixels }),
  picture: z.string().optional(),
});
/** Parsed: a hostile image may have taken the child over. `cpuMs`: used in all. */
const imageAnswer = z.object({
  cpuMs: z.number(),
  memoryMb: z.number(),
  rendered: rendered.optional(),
  refused: z.enum(['unreadable', 'tooManyPixels']).optional(),
  cause: z.string().optional(),
  needsMb: z.number().positive().optional(),
});

/** Has used much, or failed over something else than the image. */
function isSpent(answer: unknown): boolean {
  const { data } = imageAnswer.safeParse(answer);
  if (!data?.rendered && !data?.refused && !data?.needsMb) return true;
  return data.cpuMs > SPENT_SECONDS * 1000 || data.memoryMb > SPENT_MB;
}

type Asked = Omit<ImageRequest, 'maxBytes' | 'roomMb' | 'mostMb'>;

export interface ImageTool extends Tool {
  /**
   * A webp, by libvips in a child.
   * @param onBegun called when the child gets the image
   * @throws JobRefusal when there can't be one; TryFailure when the child died over it
   */
  render(
    request: Asked & { target: string },
    signal: AbortSignal,
    onBegun: (effort?: Effort) => void,
  ): Promise<RenderedImage>;
  /** A small one, written nowhere. */
  picture(
    request: Omit<Asked, 'target'>,
    signal: AbortSignal,
    onBegun: (effort?: Effort) => void,
  ): Promise<MadeFile>;
}

/** @param nice from 0 to 19 */
export function createImageTool(kind: DerivativeKind, { nice }: { nice: number }): ImageTool {
  const { maxBytes } = derivatives[kind];
  const children = new WarmChildren({
    start: (signal) => startImageChild(maxBytes, nice, signal),
    requestsEach: 500,
    isSpent,
    usedMs: (said: unknown) => imageAnswer.safeParse(said).data?.cpuMs ?? 0,
    idleMs: IDLE_MS,
  });
  const ask = async (
    request: Asked,
    signal: AbortSignal,
    onBegun: (effort?: Effort) => void,
  ): Promise<RenderedImage> => {
    const asked: ImageRequest = { ...request, maxBytes, roomMb: SMALL_MB, mostMb: toolMemory.mostEachMb };
    const answer = await children.ask(asked, signal, () => onBegun());
    const { needsMb } = imageAnswer.safeParse(answer).data ?? {};
    if (needsMb === undefined) return renderedIn(answer, kind);
    // Whatever else waits for a worker goes first.
    onBegun(() => Infinity);
    const room = await toolMemory.admit({ expectedMb: needsMb, lowPriority: nice >= NO_ONE_WAITS }, signal);
    const roomy = { ...asked, roomMb: asked.mostMb };
    return renderedIn(
      await children.ask(roomy, signal, () => onBegun(), room).finally(() => room.leave()),
      kind,
    );
  };
  return {
    name: 'images',
    check: async () => ({ status: 'ok' }),
    close: () => children.close(),
    render: ask,
    picture: async (request, signal, onBegun) => {
      const { picture, ...found } = await ask({ ...request, target: null }, signal, onBegun);
      if (picture === undefined) throw new TryFailure('died', new Error('The child has sent no picture.'));
      return { ...found, bytes: Buffer.from(picture, 'base64') };
    },
  };
}

const startImageChild = (fileBytes: number, nice: number, signal: AbortSignal): Promise<ChildProcess> =>
  startChild({
    program: process.execPath,
    args: [
      '--max-old-space-size=64',
      fileURLToPath(import.meta.resolve('@skyshelf/media/image-child')),
      ...imageDecoders,
    ],
    folder: tmpdir(),
    signal,
    limits: { cpuSeconds: MOST_SECONDS, memoryMb: MEMORY_MB, fileBytes, nice },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });

function renderedIn(answer: unknown, kind: DerivativeKind): RenderedImage {
  const { data } = imageAnswer.safeParse(answer);
  if (data?.rendered) return data.rendered;
  const cause = new Error(data?.cause ?? 'The child has said nothing that makes sense.');
  if (data?.refused) throw new JobRefusal(wordsOf(kind)[data.refused], cause);
  throw new TryFailure('died', cause);
}

/** The user sees them. */
const wordsOf = (kind: DerivativeKind): Record<ImageRefusal, string> => ({
  unreadable: 'The file is damaged or is not an image.',
  tooManyPixels: reasonsOf(kind).tooManyPixels,
});
