import { type Answer, type ElementView, messages } from '@skyshelf/contracts/browser';
import { sizeParts } from '@skyshelf/contracts/rules';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiFailure } from '../../../shared/api/api-error.js';
import { callApi } from '../../../shared/api/call-api.js';
import { readInstallation } from '../../../shared/installation/installation-api.js';
import { selectJob } from '../../../shared/jobs/jobs-slice.js';
import { useFileAddresses } from '../../../shared/files/file-addresses.js';
import { useListedElement } from '../../../shared/listings/listing-cache.js';
import { logError } from '../../../shared/log-error.js';
import { below, isVisit } from '../../../shared/session/visit.js';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';

export type Conversion =
  /** `live` is the path that plays until the conversion is done. */
  | { phase: 'waiting'; percent: number | null; live: string | null }
  | { phase: 'ready'; address: string }
  | { phase: 'failed'; message: string; reason?: string };

interface PollDeps {
  ask(): Promise<Answer<'convertVideo'>>;
  /** Unit: bytes; null: unknown. */
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
/** Another worker takes the job soon. */
const SOON_MS = 2000;

/** No further try will help, however often one asks. */
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
      const { percent = null } = answer;
      const live = answer.live === undefined ? null : below(answer.live);
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

interface ConvertedVideo {
  /** Null while it is not wanted. */
  conversion: Conversion | null;
  /** The server is asked again. */
  lostLive: (live: string) => void;
  askAgain: () => void;
}

/** A network may fail for a moment. */
const MOST_LOSSES = 5;
const REST_MS = 1500;
const isOver = (lost: { times: number; last: number } | undefined): boolean =>
  lost !== undefined && (lost.times >= MOST_LOSSES || Date.now() - lost.last < REST_MS);

/** News of the element or its job end a pause: the film may be there. */
export const useConvertedVideo = (element: ElementView, isWanted: boolean): ConvertedVideo => {
  const [conversion, setConversion] = useState<Conversion | null>(null);
  const [attempt, setAttempt] = useState(0);
  const { _id: id, linkurl, size } = element;
  const dispatch = useAppDispatch();
  const { isFixed } = useFileAddresses();
  const listed = useListedElement(element);
  const isUnderWay = useAppSelector((state) => selectJob(state, id)?.kind === 'mp4');
  const wake = useRef<() => void>(() => undefined);
  const losses = useRef(new Map<string, { times: number; last: number }>());
  useEffect(() => wake.current(), [listed, isUnderWay]);

  useEffect(() => {
    if (!isWanted || linkurl === null) return;
    if (isFixed) return setConversion({ phase: 'failed', message: messages.videoUnplayable });
    const stop = new AbortController();
    const { signal } = stop;
    const body = { id, linkurl };
    const polled = pollConversion({
      ask: () => callApi('convertVideo', { body }, { signal }),
      limit: async () => (await dispatch(readInstallation()))?.maxVideoBytes ?? null,
      size,
      isOver: (live) => isOver(losses.current.get(live)),
      pause: (ms) =>
        new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, ms);
          wake.current = () => {
            clearTimeout(timer);
            resolve();
          };
        }),
      tell: (next) => {
        if (signal.aborted) return;
        setConversion(next);
        if (next.phase !== 'ready' || isVisit) return;
        const played = { id, linkurl: next.address };
        void callApi('recordPlayed', { body: played }).catch((failure: unknown) =>
          logError('That a video plays could not be said', failure),
        );
      },
      signal,
    });
    polled.catch((failure: unknown) => logError('A video could not be asked for', failure));
    return () => {
      stop.abort();
      wake.current();
    };
  }, [id, linkurl, size, isWanted, isFixed, attempt, dispatch]);

  const lostLive = useCallback((live: string) => {
    const { times } = losses.current.get(live) ?? { times: 0 };
    losses.current.set(live, { times: times + 1, last: Date.now() });
    setConversion((last) => (last?.phase === 'waiting' ? { ...last, live: null } : last));
    wake.current();
  }, []);
  const askAgain = useCallback(() => setAttempt((last) => last + 1), []);
  return { conversion: isWanted ? conversion : null, lostLive, askAgain };
};
