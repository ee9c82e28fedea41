import type { ElementView } from '@skyshelf/contracts/browser';
import { useCallback, useEffect, useRef, useState } from 'react';
import { callApi } from '../../../shared/api/call-api.js';
import { readInstallation } from '../../../shared/installation/installation-api.js';
import { selectJob } from '../../../shared/jobs/jobs-slice.js';
import { useListedElement } from '../../../shared/listings/listing-cache.js';
import { report } from '../../../shared/report.js';
import { useAppDispatch, useAppSelector } from '../../../shared/store/store.js';
import { pollConversion, type Conversion } from './poll-conversion.js';

interface ConvertedVideo {
  /** Null while it is not wanted. */
  conversion: Conversion | null;
  /** The server is asked again. */
  lostLive: (live: string) => void;
}

/** A network may fail for a moment. */
const MOST_LOSSES = 5;
const REST_MS = 1500;
const isOver = (lost: { times: number; last: number } | undefined): boolean =>
  lost !== undefined && (lost.times >= MOST_LOSSES || Date.now() - lost.last < REST_MS);

/** News of the element or its job end a pause: the film may be there. */
export const useConvertedVideo = (element: ElementView, isWanted: boolean): ConvertedVideo => {
  const [conversion, setConversion] = useState<Conversion | null>(null);
  const { _id: id, linkurl, size } = element;
  const dispatch = useAppDispatch();
  const listed = useListedElement(element);
  const isUnderWay = useAppSelector((state) => selectJob(state, id)?.kind === 'mp4');
  const wake = useRef<() => void>(() => undefined);
  const losses = useRef(new Map<string, { times: number; last: number }>());
  useEffect(() => wake.current(), [listed, isUnderWay]);

  useEffect(() => {
    if (!isWanted || linkurl === null) return;
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
        if (next.phase !== 'ready') return;
        const played = { id, linkurl: next.address };
        void callApi('recordPlayed', { body: played }).catch((failure: unknown) =>
          report('That a video plays could not be said', failure),
        );
      },
      signal,
    });
    polled.catch((failure: unknown) => report('A video could not be asked for', failure));
    return () => {
      stop.abort();
      wake.current();
    };
  }, [id, linkurl, size, isWanted, dispatch]);

  const lostLive = useCallback((live: string) => {
    const { times } = losses.current.get(live) ?? { times: 0 };
    losses.current.set(live, { times: times + 1, last: Date.now() });
    setConversion((last) => (last?.phase === 'waiting' ? { ...last, live: null } : last));
    wake.current();
  }, []);
  return { conversion: isWanted ? conversion : null, lostLive };
};
