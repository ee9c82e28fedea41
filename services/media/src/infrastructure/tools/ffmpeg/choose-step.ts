import { encodingSteps, LEAST_SPEED, stepsFor, type EncodingStep } from '../../../domain/film-plan.js';
import { encodedPicture, encodedVideo } from './film-encoding.js';
import type { Film, FilmRun } from './moments-of.js';
import { runFfmpeg } from './run-ffmpeg.js';

const SAMPLE_SECONDS = 2;
/** A sample would take as long as the whole. */
const SHORT_SECONDS = 8;
/** To start ffmpeg and find the place. */
const START_MS = 500;

/** By a sample of the film, as busy as the machine is. */
export async function chooseStep(film: Film, run: FilmRun): Promise<EncodingStep> {
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
