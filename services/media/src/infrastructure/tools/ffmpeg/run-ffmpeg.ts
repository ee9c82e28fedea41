import ffmpeg from 'fluent-ffmpeg';
import { TryFailure } from '../../../domain/refusal.js';
import { programPath } from '../program-tool.js';
import { runTool, ToolExit, type ToolControl } from '../run-tool.js';
import type { ChildLimits } from '../start-child.js';
import { guards, type MediaFormat } from './formats.js';
import { refusalOf } from './reasons.js';

export interface FfmpegInput {
  path: string;
  format: MediaFormat;
  /** Such as `-ss` with its seconds. */
  options?: readonly string[];
}

export interface FfmpegCommand {
  inputs: readonly [FfmpegInput, ...FfmpegInput[]];
  /** Chains of filters; what they end in is named by an output's `-map`. */
  filters?: readonly string[];
  outputs: readonly { path: string; options: readonly string[] }[];
}

export interface FfmpegProgress {
  frames: number;
  /** Of the result, as far as it is written. */
  seconds: number;
}

export interface FfmpegRun {
  /** Its working folder: the job's workspace. */
  folder: string;
  limits: ChildLimits;
  signal: AbortSignal;
  onProgress?: (progress: FfmpegProgress) => void;
  onStarted?: (control: ToolControl) => void;
  /** After so long without progress it is ended, milliseconds; while it is paused it need make none. */
  stallMs?: number;
}

const UNWRITTEN = /no space left|file too large|error (writing|closing)/i;

/** The whole argument list. Each input stands behind its guards, whatever a caller asks. */
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
 * Runs ffmpeg to its end in a child with limits and without network. The last call of `onProgress` is for the whole result.
 * @throws JobRefusal when the file is damaged or something else than it is said to be; TryFailure when a limit has ended it; the signal's reason;
 * DomainError `service.unavailable` without ffmpeg, or without room
 */
export async function runFfmpeg(command: FfmpegCommand, given: FfmpegRun): Promise<void> {
  const args = ffmpegArguments(command);
  const watched = watchProgress(given);
  const { onProgress, ...run } = watched.run;
  const onOutput = onProgress && progressReader(onProgress);
  try {
    const program = programPath('ffmpeg');
    const { errors } = await runTool({ program, args, ...run, onOutput });
    // It ends well although the end of the result could not be written.
    if (UNWRITTEN.test(errors)) throw new TryFailure('died', new ToolExit(program, 0, null, errors));
  } catch (error) {
    throw refusalOf(error, command.inputs[0].format);
  } finally {
    watched.end();
  }
}

/** Ends a run that comes no further. */
function watchProgress({ stallMs, ...run }: FfmpegRun): { run: Omit<FfmpegRun, 'stallMs'>; end(): void } {
  if (stallMs === undefined) return { run, end: () => {} };
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new TryFailure('tooSlow')), stallMs);
  let last = 0;
  let paused: NodeJS.Timeout | undefined;
  const onProgress = (progress: FfmpegProgress) => {
    if (progress.frames + progress.seconds !== last) timer.refresh();
    last = progress.frames + progress.seconds;
    run.onProgress?.(progress);
  };
  const onStarted = (control: ToolControl) => {
    run.onStarted?.({
      ...control,
      pause: () => {
        paused ??= setInterval(() => timer.refresh(), stallMs / 2).unref();
        control.pause();
      },
      resume: () => {
        clearInterval(paused);
        paused = undefined;
        control.resume();
      },
    });
  };
  const signal = AbortSignal.any([run.signal, stalled.signal]);
  return { run: { ...run, onProgress, onStarted, signal }, end: () => [timer, paused].forEach(clearTimeout) };
}

/** Reads lines `frame=12`, `out_time_us=480000`, …; each report ends with `progress=`. */
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
