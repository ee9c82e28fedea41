import { Button } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import type { JobView } from '@skyshelf/contracts/browser';
import { useEffect, useState } from 'react';
import { callApi } from '../api/call-api.js';
import { text } from '../messages/en.js';
import { logError } from '../log-error.js';
import { isVisit } from '../session/visit.js';
import { store } from '../store/store.js';
import { jobsFound } from './jobs-slice.js';

/** Lists the jobs of the element that were given up, latest first. */
export const useGivenUp = (id: string, isAsked: boolean): readonly JobView[] => {
  const [jobs, setJobs] = useState<readonly JobView[]>([]);
  useEffect(() => {
    if (!isAsked || isVisit) return;
    let isGone = false;
    callApi('listJobs', {}).then(
      ({ docs }) => {
        if (!isGone) setJobs(docs.filter(({ _id, state }) => _id === id && state === 'failed'));
      },
      (failure: unknown) => logError('It could not be asked what was given up', failure),
    );
    return () => void (isGone = true);
  }, [id, isAsked]);
  return jobs;
};

export const reasonsOf = (jobs: readonly JobView[]): string[] => [
  ...new Set(jobs.flatMap(({ reason }) => reason ?? [])),
];

export async function retryJobs(id: string): Promise<void> {
  const { docs } = await callApi('retryJobs', { body: { arr: [id] } });
  store.dispatch(jobsFound(docs));
}

interface TryAgainProps {
  id: string;
  jobs: readonly JobView[];
  onAgain?: (() => void) | undefined;
}

/** The button appears only if another try may help. */
export const TryAgain = ({ id, jobs, onAgain }: TryAgainProps) => {
  const [isAsked, setAsked] = useState(false);
  if (!jobs.some(({ again }) => again)) return null;
  if (isAsked) return <span role="status">{text.files.triedAgain}</span>;
  const again = async (): Promise<void> => {
    try {
      await retryJobs(id);
      setAsked(true);
      onAgain?.();
    } catch (failure) {
      logError('What was given up could not be asked for again', failure);
    }
  };
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={() => void again()}
    >
      {text.files.tryAgain}
    </Button>
  );
};
