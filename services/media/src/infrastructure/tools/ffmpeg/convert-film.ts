import { join } from 'node:path';
import type { MadeFile } from '../../../application/kind.js';
import {
  filmPlan,
  type FilmPlan,
  encodingSteps,
  LEAST_SPEED,
  stepsFor,
  type EncodingStep,
} from '../../../domain/film-plan.js';
import { JobRefusal } from '../../../domain/refusal.js';
import { canBeSegmented, convertInSegments, type ConversionRun } from './convert-in-segments.js';
import { asFilm, encodedAudio, encodedPicture, encodedVideo, sizeAt } from './film-encoding.js';
import { filmMemory } from '../../../domain/film-memory.js';
import { withMemory } from './film-limits.js';
import { runFfmpeg } from './run-ffmpeg.js';
import type { FilmWithSound } from './write-segments.js';
import type { Film, FilmRun } from './moments-of.js';

export type FilmToConvert = FilmWithSound;

/**
 * Converts to H.264 and AAC in an mp4. Streams that browsers play are copied; if that fails, as without times, they are
 * encoded.
 * @throws JobRefusal when nothing can be decoded; otherwise as `runFfmpeg`
 */
export async function convertFilm(film: FilmToConvert, run: ConversionRun): Promise<MadeFile> {
  try {
    return await convertWhole(film, run);
  } catch (error) {
    if (!(error instanceof JobRefusal) || !film.audio) throw error;
    // Its sound may be what can't be decoded: without it the film is shown silently.
    return convertWhole({ ...film, audio: null }, run);
  }
}

async function convertWhole(film: FilmToConvert, run: ConversionRun): Promise<MadeFile> {
  const plan = filmPlan({ video: film.stream, audio: film.audio });
  const encoding = () => ({ ...run, limits: withMemory(run.limits, filmMemory(film.stream, 'all')) });
  if (plan.video === 'copy') {
    const copied = await copyFilm(film, plan, run).catch((error: unknown) => {
      if (!(error instanceof JobRefusal)) throw error;
    });
    if (copied) return copied;
  }
  if (canBeSegmented(film)) {
    const made = await convertInSegments(film, encoding()).catch((error: unknown) => {
      if (!(error instanceof JobRefusal)) throw error;
    });
    if (made) return made;
  }
  return encodeFilm(film, plan, encoding());
}

const copyFilm = async (
  film: FilmToConvert,
  plan: FilmPlan,
  run: ConversionRun,
): Promise<MadeFile | null> => {
  const { index, width, height } = film.stream;
  const path = await write(film, run, [], ['-map', `0:${index}`, '-c:v', 'copy', ...soundOf(film, plan)]);
  return path === null ? null : { path, width, height };
};

async function encodeFilm(film: FilmToConvert, plan: FilmPlan, run: ConversionRun): Promise<MadeFile> {
  const step = await chooseStep(film, run);
  const filters = [encodedPicture(film.stream, step)];
  const path = await write(film, run, filters, [...encodedVideo(step), ...soundOf(film, plan)]);
  if (!path) throw new JobRefusal('No picture of the video can be decoded.');
  return { path, ...sizeAt(film.stream, step) };
}

const soundOf = ({ audio }: FilmToConvert, plan: FilmPlan): string[] => {
  if (!audio || plan.audio === null) return ['-an'];
  return ['-map', `0:${audio.index}`, ...(plan.audio === 'copy' ? ['-c:a', 'copy'] : encodedAudio)];
};

/** Null: not a single frame was written. */
async function write(
  { path, duration }: FilmToConvert,
  { onProgress, ...run }: ConversionRun,
  filters: readonly string[],
  options: readonly string[],
): Promise<string | null> {
  const made = join(run.folder, 'film.mp4');
  let frames = 0;
  await runFfmpeg(
    {
      inputs: [{ path, format: 'film' }],
      filters,
      outputs: [{ path: made, options: [...options, ...asFilm] }],
    },
    {
      ...run,
      onProgress: (progress) => {
        frames = progress.frames;
        if (duration > 0) onProgress((progress.seconds / duration) * 100);
      },
    },
  );
  return frames > 0 ? made : null;
}

const SAMPLE_SECONDS = 2;
/** A sample would take as long as the whole. */
const SHORT_SECONDS = 8;
const START_MS = 500;

/** By a sample of the film, as busy as the machine is. */
async function chooseStep(film: Film, run: FilmRun): Promise<EncodingStep> {
  if (film.duration < SHORT_SECONDS) return encodingSteps[0];
  const worthTrying = stepsFor(film.stream);
  for (const step of worthTrying.slice(0, -1)) if (await keepsUp(film, step, run)) return step;
  return worthTrying.at(-1) ?? encodingSteps[0];
}

async function keepsUp({ path, stream, duration }: Film, step: EncodingStep, run: FilmRun): Promise<boolean> {
  const most = AbortSignal.timeout((SAMPLE_SECONDS / LEAST_SPEED) * 1000 + START_MS);
  const options = ['-ss', String(duration * 0.3), '-t', String(SAMPLE_SECONDS)];
  try {
    await runFfmpeg(
      {
        inputs: [{ path, format: 'film', options }],
        filters: [encodedPicture(stream, step)],
        outputs: [{ path: '-', options: [...encodedVideo(step), '-f', 'null'] }],
      },
      { ...run, signal: AbortSignal.any([run.signal, most]) },
    );
    return true;
  } catch (error) {
    run.signal.throwIfAborted();
    if (most.aborted) return false;
    throw error;
  }
}
