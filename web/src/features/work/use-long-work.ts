import type { Answer, ElementView } from '@skyshelf/contracts/browser';
import { useEffect } from 'react';
import { callApi } from '../../shared/api/call-api.js';
import { isConversion, jobsFound, type KnownJob, selectJobs } from '../../shared/jobs/jobs-slice.js';
import { cachedListings } from '../../shared/listings/listing-cache.js';
import { report } from '../../shared/report.js';
import { type RootState, useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { selectToastLog } from '../../shared/toasts/toasts-slice.js';
import { api, queryFnOf } from '../../shared/api/api.js';

export type Process = Answer<'listProcesses'>['docs'][number];

/** Milliseconds. */
const EVERY_MS = 1_500;
/** By then it can't be undone. */
const AFTER_HOLD_MS = 61_000;
const NONE: readonly Process[] = [];

/** Folders that large copies fill, as the listings show them. */
const copiesIn = (state: RootState): string =>
  cachedListings(state)
    .flatMap(({ listing }) => listing.docs.flatMap(({ copying }) => copying?.process ?? []))
    .join();

export const useLongWork = (): { processes: readonly Process[]; conversions: readonly Conversion[] } => {
  const dispatch = useAppDispatch();
  const { data, refetch } = useListProcessesQuery();
  const processes = data?.docs ?? NONE;
  const conversions = useAppSelector(conversionsIn, sameConversions);
  const copies = useAppSelector(copiesIn);
  /** Whatever was reported last may have begun something. */
  const reported = useAppSelector((state) => selectToastLog(state).at(-1)?.id);

  useEffect(() => {
    callApi('listJobs', {})
      .then(({ docs }) => dispatch(jobsFound(docs.filter(({ state }) => state !== 'failed'))))
      .catch((failure: unknown) => report('What is being converted could not be asked for', failure));
  }, [dispatch]);
  const busy = processes.length > 0;
  useEffect(() => {
    if (!busy) return;
    const timer = setInterval(() => void refetch(), EVERY_MS);
    return () => clearInterval(timer);
  }, [busy, refetch]);
  useEffect(() => {
    void refetch();
    const timer = setTimeout(() => void refetch(), AFTER_HOLD_MS);
    return () => clearTimeout(timer);
  }, [copies, reported, refetch]);
  return { processes, conversions };
};

const workApi = api.injectEndpoints({
  endpoints: (build) => ({
    listProcesses: build.query({ queryFn: queryFnOf('listProcesses', (_: void) => ({})) }),
  }),
});
const { useListProcessesQuery } = workApi;

interface Conversion extends KnownJob {
  /** Null: no held listing has it. */
  name: string | null;
}

const conversionsIn = (state: RootState): Conversion[] => {
  const awaited = selectJobs(state).filter(isConversion);
  if (awaited.length === 0) return [];
  const docs = cachedListings(state).flatMap(({ listing }) => listing.docs);
  const nameOf = (id: string): string | null => docs.find(isCalled(id))?.linkname ?? null;
  return awaited.map((job) => ({ ...job, name: nameOf(job._id) }));
};

const isCalled = (id: string) => (element: ElementView) => element._id === id;

const sameConversions = (a: readonly Conversion[], b: readonly Conversion[]): boolean =>
  a.length === b.length &&
  a.every((one, at) => one._id === b[at]?._id && one.percent === b[at].percent && one.name === b[at].name);
