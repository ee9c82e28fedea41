import { messages, type Answer } from '@skyshelf/contracts/browser';
import { sizeParts } from '@skyshelf/contracts/rules';
import { ApiFailure } from '../../../shared/api/api-error.js';

export type Conversion =
  /** `live`: the path to watch until then. */
  | { phase: 'waiting'; percent: number | null; live: string | null }
  | { phase: 'ready'; address: string }
  | { phase: 'failed'; message: string; reason?: string };

export interface PollDeps {
  ask(): Promise<Answer<'convertVideo'>>;
  /** Bytes; null: unknown. */
  limit(): Promise<number | null>;
  size: number;
  /** Until it is time to ask again, or something has changed. */
  pause(ms: number): Promise<unknown>;
  /** A player could not go on at this path. */
  isOver(live: string): boolean;
  tell(conversion: Conversion): void;
  signal: AbortSignal;
}

/** The specification's (file-manager §9). */
const POLL_MS = 60_000;
const MOST_FAILED_POLLS = 3;
/** Another worker takes it up soon. */
const SOON_MS = 2000;

/** Nothing will come of it, however often one asks. */
const FINAL: readonly string[] = [
  'video.unplayable',
  'video.too-large',
  'input.invalid',
  'element.not-found',
];

/**
 * A failed request counts as `wait`; after more than three in a row, or a final refusal, it is given up. Not
 * asked where the film is too large.
 */
export async function pollConversion(deps: PollDeps): Promise<void> {
  const { ask, pause, tell, isOver, signal } = deps;
  tell({ phase: 'waiting', percent: null, live: null });
  const limit = await deps.limit();
  if (limit !== null && deps.size > limit)
    return tell({ phase: 'failed', message: messages.videoTooLarge(sizeParts(limit).join('')) });
  for (let failed = 0; !signal.aborted;) {
    let again = POLL_MS;
    try {
      const answer = await ask();
      if ('ok' in answer) return tell({ phase: 'ready', address: answer.openElement });
      failed = 0;
      const { live = null, percent = null } = answer;
      const hasEnded = live !== null && isOver(live);
      if (hasEnded) again = SOON_MS;
      tell({ phase: 'waiting', percent, live: hasEnded ? null : live });
    } catch (failure) {
      if (signal.aborted) return;
      if (!(failure instanceof ApiFailure)) throw failure;
      const { code, message, reason } = failure.error;
      if (FINAL.includes(code))
        return tell({ phase: 'failed', message: finalMessage(code, message), ...(reason && { reason }) });
      failed += 1;
      if (failed > MOST_FAILED_POLLS) return tell({ phase: 'failed', message: messages.videoUnplayable });
    }
    await pause(again);
  }
}

const finalMessage = (code: string, message: string): string =>
  code.startsWith('video.') ? message : messages.videoUnplayable;
