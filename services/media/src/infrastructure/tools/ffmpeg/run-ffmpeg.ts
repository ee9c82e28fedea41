import ffmpeg from 'fluent-ffmpeg';
import type { Tool } from '../../../application/kind.js';
import { onClock, workClock, type WorkClock } from '../../../application/work-clock.js';
import { programTool, programPath } from '../program-tool.js';
import { TryFailure } from '../../../domain/refusal.js';
import { runTool, ToolExit, type ToolControl } from '../run-tool.js';
import type { ChildLimits } from '../start-child.js';
import { guards, type MediaFormat, refusalOf } from './formats.js';

export const ffmpegTool: Tool = programTool('ffmpeg', ['ffmpeg', 'ffprobe'], {
  off: 'Pictures of videos, covers of audio files and the conversion of videos are off.',
  packages: 'ffmpeg',
});

export interface FfmpegInput {
  path: string;
  format: MediaFormat;
  /** Example: `-ss` with its seconds. */
  options?: readonly string[];
}

export interface FfmpegCommand {
  inputs: readonly [FfmpegInput, ...FfmpegInput[]];
  /** Chains; an output's `-map` names their ends. */
  filters?: readonly string[];
  outputs: readonly { path: string; options: readonly string[] }[];
}

export interface FfmpegProgress {
  frames: number;
  seconds: number;
}

export interface FfmpegRun {
  folder: string;
  limits: ChildLimits;
  signal: AbortSignal;
  onProgress?: (progress: FfmpegProgress) => void;
  onStarted?: (control: ToolControl) => void;
  /** The longest time without progress, by a `WorkClock`. */
  stallMs?: number;
}

const UNWRITTEN = /no space left|file too large|error (writing|closing)/i;

/** Each input stands behind its guards, whatever a caller asks. */
export function ffmpegArguments({ inputs, filters = [], outputs }: FfmpegCommand): string[] {
  const command = ffmpeg();
  for (const { path, format, options = [] } of inputs)
    command.input(path).inputOptions(...guards(format), ...options);
  if (filters.length > 0) command.complexFilter([...filters]);
  for (const { path, options } of outputs) command.output(path).outputOptions(...options);
  const reporting = ['-nostats', '-progress', 'pipe:1', '-stats_period', '0.5'];
  return ['-nostdin', '-hide_banner', '-v', 'error', ...reporting, ...command._getArguments()];
}

/**
 * Runs ffmpeg in a child with limits and without network. The last call of `onProgress` is for the whole result.
 * @throws JobRefusal for a damaged file or something else than it is said to be; TryFailure at a limit; the
 * signal's reason; DomainError `service.unavailable` without ffmpeg or room
 */
export async function runFfmpeg(command: FfmpegCommand, given: FfmpegRun): Promise<void> {
  const args = ffmpegArguments(command);
  const clock = workClock();
  const watched = watchProgress(given, clock);
  const { onProgress, ...run } = watched.run;
  const onOutput = onProgress && progressReader(onProgress);
  try {
    const program = programPath('ffmpeg');
    const { errors } = await onClock(clock, () => runTool({ program, args, ...run, onOutput }));
    // It ends well although the result's end could not be written.
    if (UNWRITTEN.test(errors)) throw new TryFailure('died', new ToolExit(program, 0, null, errors));
  } catch (error) {
    throw refusalOf(error, command.inputs[0].format);
  } finally {
    watched.end();
  }
}

/** Ends a program that had the machine for this long without progress. */
function watchProgress(
  { stallMs, ...run }: FfmpegRun,
  clock: WorkClock,
): { run: Omit<FfmpegRun, 'stallMs'>; end(): void } {
  if (stallMs === undefined) return { run, end: () => {} };
  const stalled = new AbortController();
  let last = { done: 0, ms: clock.ms };
  const end = clock.onLook(() => {
    if (clock.ms - last.ms > stallMs) stalled.abort(new TryFailure('tooSlow'));
  });
  const onProgress = (progress: FfmpegProgress) => {
    const done = progress.frames + progress.seconds;
    if (done !== last.done) last = { done, ms: clock.ms };
    run.onProgress?.(progress);
  };
  return { run: { ...run, onProgress, signal: AbortSignal.any([run.signal, stalled.signal]) }, end };
}

/** Lines `frame=12`, `out_time_us=480000`, …; each report ends with `progress=`. */
function progressReader(onProgress: (progress: FfmpegProgress) => void): (chunk: Buffer) => void {
  let rest = '';
  let progress: FfmpegProgress = { frames: 0, seconds: 0 };
  return (chunk) => {
    const lines = (rest + chunk.toString('latin1')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const [name, value] = line.split('=');
      if (name === 'frame') progress = { ...progress, frames: Number(value) };
      // Not a number before the first frame.
      if (name === 'out_time_us') progress = { ...progress, seconds: Math.max(0, Number(value) / 1e6) || 0 };
      if (name === 'progress') onProgress(progress);
    }
  };
}
