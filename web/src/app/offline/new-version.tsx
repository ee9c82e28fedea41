import { Button } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { offlineTexts } from '../../shared/messages/offline-texts.js';
import { report } from '../../shared/report.js';
import css from './offline.module.css';
import { startWorker, type TakeOver } from './worker.js';

const text = offlineTexts.version;

const SPARE_TIME_MS = 4000;

const uploadsDone = async (signal: AbortSignal): Promise<void> => {
  const { uploads } = await import('../../features/uploads/public.js');
  const { list } = uploads;
  await new Promise<void>((resolve) => {
    const look = (): void => {
      if (!signal.aborted && list.totals.unsettled > 0) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = list.subscribe(look);
    signal.addEventListener('abort', look);
    look();
  });
};

export const NewVersion = () => {
  const [takeOver, setTakeOver] = useState<TakeOver | null>(null);
  useEffect(() => {
    let stop: (() => void) | null = null;
    let gone = false;
    const start = async (): Promise<void> => {
      stop = await startWorker((next) => setTakeOver(() => next));
      if (gone) stop();
    };
    const failed = (failure: unknown): void => report('The page can not be kept', failure);
    const timer = setTimeout(() => void start().catch(failed), SPARE_TIME_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
      stop?.();
    };
  }, []);
  return takeOver && <VersionPrompt takeOver={takeOver} close={() => setTakeOver(null)} />;
};

export const VersionPrompt = ({ takeOver, close }: { takeOver: TakeOver; close: () => void }) => {
  const [accepted, setAccepted] = useState(false);
  useEffect(() => {
    if (!accepted) return;
    const left = new AbortController();
    void uploadsDone(left.signal).then(() => left.signal.aborted || takeOver());
    return () => left.abort();
  }, [accepted, takeOver]);
  return (
    <section className={css.prompt} aria-label={text.title} data-keeps-selection>
      <IconSparkles size={22} stroke={1.6} aria-hidden />
      <p role="status">{accepted ? text.afterUploads : text.title}</p>
      {!accepted && <Button onClick={() => setAccepted(true)}>{text.reload}</Button>}
      <Button variant="quiet" onClick={close}>
        {text.later}
      </Button>
    </section>
  );
};
