import type { DerivativeMade, DerivativeSource } from '@skyshelf/contracts';
import { isAhead, unlessAborted } from '@skyshelf/jobs';
import type { Job } from './job.js';
import { JobRefusal, reasonsOf } from '../domain/refusal.js';
import { endOf, errorOfTry } from '../domain/try-limits.js';
import type { Kind, MadeFile, Source, Workspace } from './kind.js';
import type { LiveStage } from './live-films.js';
import type { Blobs, InWorkspace } from './ports.js';
import { onClock, WorkClock, type Effort } from './work-clock.js';

export interface Run {
  /** It aborts with an `Interruption` as its reason. */
  signal: AbortSignal;
  /** Kinds with a `quickMs` call it. */
  onMaking?(effort: Effort): void;
  turn?(): Promise<void>;
  onMade?(): void;
  mayWaitMs?(): number;
  onProgress?: ((percent: number) => void) | undefined;
}

export type Derived = Pick<DerivativeMade, 'blobId' | 'bytes' | 'width' | 'height' | 'sourceDimensions'>;

/**
 * Null: no longer wanted.
 * @throws JobRefusal, TryFailure, HeldUp, WorkspaceFull, Interruption; DomainError in an outage
 */
export type MakeDerivative = (kind: Kind, job: Job, run: Run) => Promise<Derived | null>;

interface MakeDeps {
  blobs: Blobs;
  inWorkspace: InWorkspace;
  stageOf?(job: Job): LiveStage | undefined;
}

export const createMakeDerivative =
  ({ blobs, inWorkspace, stageOf }: MakeDeps): MakeDerivative =>
  (kind, job, run) =>
    inWorkspace(async (workspace) => {
      const source = await fetchSource(blobs, kind, job, workspace, run.signal);
      if (!source) return null;
      await unlessAborted(run.signal, run.turn?.() ?? Promise.resolve());
      const made = await abortWhenUnwanted(blobs, job.source, run.signal, (signal) =>
        makeInTime(kind, source, workspace, { ...run, signal }, stageOf?.(job)),
      ).catch((error: unknown) => {
        throw errorOfTry(error, kind, job.tries);
      });
      if (!made) return null;
      run.onMade?.();
      const { width, height, sourceDimensions } = made;
      const keeping = blobs.keep(job, made, run.signal, run.mayWaitMs?.() ?? 0);
      const kept = await unlessAborted(run.signal, keeping);
      return kept && { ...kept, width, height, sourceDimensions };
    });

async function fetchSource(
  blobs: Blobs,
  { kind, maxSourceBytes, readsInPlace }: Kind,
  job: Job,
  workspace: Workspace,
  signal: AbortSignal,
): Promise<Source | null> {
  const { source, input, extension } = job;
  if ('url' in source) return source;
  const blob = await unlessAborted(signal, blobs.find(input ?? source.blobId));
  if (!blob) return null;
  if (blob.size > maxSourceBytes) throw new JobRefusal(reasonsOf(kind).tooLarge);
  const found = {
    bytes: blob.size,
    type: blob.type,
    lowPriority: isAhead(job),
    ...(extension !== undefined && { extension }),
  };
  const inPlace = readsInPlace ? blobs.pathOf(blob) : null;
  if (inPlace !== null) return { path: inPlace, ...found };
  const path = workspace.path('source');
  return (await unlessAborted(signal, blobs.download(blob, path, signal))) ? { path, ...found } : null;
}

/** A tool that ignores its signal holds nothing up. */
async function makeInTime(
  kind: Kind,
  source: Source,
  workspace: Workspace,
  run: Run,
  stage: LiveStage | undefined,
): Promise<MadeFile> {
  const inner = new AbortController();
  const clock = new WorkClock();
  const onBegun = (effort = clock.effort()): void => run.onMaking?.(effort);
  const onProgress = (percent: number): void => run.onProgress?.(percent);
  const signal = AbortSignal.any([run.signal, inner.signal]);
  const end = clock.onLook(() => {
    const why = endOf(clock, kind);
    if (why) inner.abort(why);
  });
  try {
    const made = onClock(clock, () => kind.make(source, workspace, signal, onBegun, onProgress, stage));
    return await unlessAborted(signal, made);
  } finally {
    end();
  }
}

/** Milliseconds: a film takes minutes. */
const EVERY_MS = 5000;

class Unwanted extends Error {}

/** @returns null when no element has the source any more */
export async function abortWhenUnwanted<T>(
  blobs: Pick<Blobs, 'find'>,
  source: DerivativeSource,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  everyMs = EVERY_MS,
): Promise<T | null> {
  if ('url' in source) return work(signal);
  const unwanted = new AbortController();
  const ask = async (): Promise<void> => {
    if (!(await blobs.find(source.blobId))) unwanted.abort(new Unwanted());
  };
  // An outage ends nothing.
  const timer = setInterval(() => void ask().catch(() => {}), everyMs);
  try {
    return await work(AbortSignal.any([signal, unwanted.signal]));
  } catch (error) {
    if (error instanceof Unwanted) return null;
    throw error;
  } finally {
    clearInterval(timer);
  }
}
