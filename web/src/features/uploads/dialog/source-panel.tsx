import type { Answer } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { callApi } from '../../../shared/api/call-api.js';
import { uploadSourcesTexts as text } from '../../../shared/messages/upload-sources-texts.js';
import type { TargetFolder } from '../../../shared/listings/listing.js';
import css from './upload-sources.module.css';

type Source = Answer<'listSources'>['sources'][number];
type SourceState = { state: 'asking' | 'on' } | { state: 'off'; reason: string };

/** The service of sources starts on demand. */
const ASK_AGAIN_MS = 2000;

export function useSourceState(name: Source['name']): SourceState {
  const [source, setSource] = useState<SourceState>({ state: 'asking' });
  useEffect(() => {
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const next = await stateOf(name, stop.signal);
      if (stop.signal.aborted) return;
      setSource(next);
      if (next.state === 'off') timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    };
    void ask();
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [name]);
  return source;
}

async function stateOf(name: Source['name'], signal: AbortSignal): Promise<SourceState> {
  try {
    const { sources } = await callApi('listSources', {}, { tries: 1, signal });
    const source = sources.find((each) => each.name === name);
    return source?.on ? { state: 'on' } : { state: 'off', reason: source?.reason ?? text.away };
  } catch {
    return { state: 'off', reason: text.away };
  }
}

export interface SourcePanelProps {
  targetFolder: TargetFolder;
  /** Files are on their way: the dialog closes. */
  done: () => void;
}

export const SourceOff = ({ source }: { source: SourceState }) => (
  <div className={css.centre} role="status">
    {source.state === 'off' && <IconPlugConnectedX size={32} stroke={1.5} aria-hidden />}
    <p className={css.note}>{source.state === 'off' ? source.reason : text.loading}</p>
  </div>
);
