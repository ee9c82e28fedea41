import type { DerivativeMade } from '@skyshelf/contracts';
import { isAhead, unlessAborted } from '@skyshelf/jobs';
import type { Job } from './job.js';
import { JobRefusal, reasonsOf, TryFailure } from '../domain/refusal.js';
import { effortSince, type Effort } from './effort.js';
import type { LiveStage } from './live-films.js';
import type { Kind, MadeFile, Source, Workspace } from './kind.js';
import type { Blobs, InWorkspace } from './ports.js';
import { whileWanted } from './while-wanted.js';

/** A try under way, as the work sees it. */
export interface Run {
  /** Aborts with an `Interruption`. */
  signal: AbortSignal;
  /** Called when the tool begins with the source, by a kind that has a `quickMs`. */
  onMaking?(effort: Effort): void;
  /** Waits for a worker that is free to make it. */
  turn?(): Promise<void>;
  /** Called when it is made: the worker is free. */
  onMade?(): void;
  /** Whether more results come right behind this one. */
  othersFollow?(): boolean;
  /** Called with the percent that are done. */
  onProgress?: ((percent: number) => void) | undefined;
}

export type Derived = Pick<DerivativeMade, 'blobId' | 'bytes' | 'width' | 'height' | 'sourceDimensions'>;

/**
 * Makes the derived file of a job and gives it to storage. Null: it is no longer wanted.
 * @throws JobRefusal, TryFailure, WorkspaceFull, Interruption; DomainError `service.unavailable` and the like when an outage is the trouble
 */
export type MakeDerivative = (kind: Kind, job: Job, run: Run) => Promise<Derived | null>;

interface MakeDeps {
  blobs: Blobs;
  inWorkspace: InWorkspace;
  /** Where the film of a job is shown while it is converted. */
  stageOf?(job: Job): LiveStage | undefined;
}

export const createMakeDerivative =
  ({ blobs, inWorkspace, stageOf }: MakeDeps): MakeDerivative =>
  (kind, job, run) =>
    inWorkspace(async (workspace) => {
      const source = await fetchSource(blobs, kind, job, workspace, run.signal);
      if (!source) return null;
      await unlessAborted(run.signal, run.turn?.() ?? Promise.resolve());
      const made = await whileWanted(blobs, job.source, run.signal, (signal) =>
        makeInTime(kind, source, workspace, { ...run, signal }, stageOf?.(job)),
      ).catch((error: unknown) => {
        throw endsHere(kind, job, error) ? refusalOf(kind, error) : error;
      });
      if (!made) return null;
      run.onMade?.();
      const { width, height, sourceDimensions } = made;
      const keeping = blobs.keep(job, made, run.signal, run.othersFollow?.() ?? false);
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
    ...{ bytes: blob.size, type: blob.type, standsBack: isAhead(job) },
    ...(extension !== undefined && { extension }),
  };
  const inPlace = readsInPlace ? blobs.pathOf(blob) : null;
  if (inPlace !== null) return { path: inPlace, ...found };
  const path = workspace.path('source');
  return (await unlessAborted(signal, blobs.download(blob, path, signal))) ? { path, ...found } : null;
}

/** The tool's part, which must end in time. One that does not heed its signal holds nothing up all the same. */
async function makeInTime(
  kind: Kind,
  source: Source,
  workspace: Workspace,
  run: Run,
  stage: LiveStage | undefined,
): Promise<MadeFile> {
  const inner = new AbortController();
  let effort: Effort = () => 0;
  const over = () => inner.abort(timeIsUp(kind, effort()));
  const timer = setTimeout(over, kind.timeoutMs);
  const signal = AbortSignal.any([run.signal, inner.signal]);
  try {
    return await unlessAborted(
      signal,
      kind.make(
        source,
        workspace,
        signal,
        (cpuTime) => {
          effort = effortSince(cpuTime);
          run.onMaking?.(effort);
        },
        (percent) => run.onProgress?.(percent),
        stage,
      ),
    );
  } finally {
    clearTimeout(timer);
  }
}

/** Whether another try would end the same way, or a user has waited long enough. */
const endsHere = ({ mostTries = Infinity }: Kind, { tries }: Job, error: unknown): error is TryFailure =>
  error instanceof TryFailure && (error.why === 'tooMuch' || tries + 1 >= mostTries);

const refusalOf = ({ kind }: Kind, { why, reason, cause }: TryFailure): JobRefusal =>
  new JobRefusal(reason ?? reasonsOf(kind)[why], cause);

/** Of its time a tool works so much of it at least where nothing else keeps it from working. */
const OWN_SHARE = 1 / 3;

/** What has worked on a file for most of its time would do so again; what hardly came to work may be quicker when the machine is less busy. */
const timeIsUp = ({ kind, timeoutMs }: Kind, effortMs: number): Error =>
  effortMs > timeoutMs * OWN_SHARE ? new JobRefusal(reasonsOf(kind).tooSlow) : new TryFailure('tooSlow');
