import { createContext, useContext, useEffect, useState } from 'react';
import { workerClient, type WorkerClient } from '../text/worker-client.js';
import type { HighlightRequest } from './highlight.worker.js';
import type { Runs } from './tones.js';

/** The text stays without colours after this time. */
const LIMIT_MS = 10_000;
/** First, so that what is in sight need not wait. */
const FIRST_CHARACTERS = 20_000;

export type Highlighter = WorkerClient<HighlightRequest, Runs>;

export const highlighter = (): Highlighter =>
  workerClient(
    () =>
      new Worker(new URL('./highlight.worker.ts', import.meta.url), { type: 'module', name: 'highlight' }),
    LIMIT_MS,
  );

export const HighlighterContext = createContext<Highlighter | null>(null);

/** Null until known, and where there are none. */
export const useRuns = (text: string, language: string | null): Runs | null => {
  const shared = useContext(HighlighterContext);
  const [found, setFound] = useState<{ text: string; runs: Runs } | null>(null);
  useEffect(() => {
    if (language === null || text === '') return;
    const client = shared ?? highlighter();
    let isOver = false;
    const keep = (runs: Runs): void => (isOver ? undefined : setFound({ text, runs }));
    const colour = async (): Promise<void> => {
      if (text.length > FIRST_CHARACTERS)
        keep(await client.ask({ language, text: text.slice(0, FIRST_CHARACTERS) }));
      if (!isOver) keep(await client.ask({ language, text }));
    };
    colour().catch(() => undefined);
    return () => {
      isOver = true;
      if (!shared) client.close();
    };
  }, [text, language, shared]);
  return found?.text === text ? found.runs : null;
};
