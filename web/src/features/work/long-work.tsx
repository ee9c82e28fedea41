import { createSelector } from '@reduxjs/toolkit';
import type { Answer, ElementView } from '@skyshelf/contracts/browser';
import { type ReactNode, useEffect } from 'react';
import { IconX } from '@tabler/icons-react';
import { callApi } from '../../shared/api/call-api.js';
import { isConversion, jobsFound, type KnownJob, selectJobs } from '../../shared/jobs/jobs-slice.js';
import { applyChanges, cachedListings } from '../../shared/listings/listing-cache.js';
import { logError } from '../../shared/log-error.js';
import { type AppThunk, type RootState, useAppDispatch, useAppSelector } from '../../shared/store/store.js';
import { selectToastLog, toast } from '../../shared/toasts/toasts-slice.js';
import { api, queryFnOf } from '../../shared/api/api.js';
import { text } from '../../shared/messages/en.js';
import { newKey } from '../../shared/api/call-input.js';
import css from './long-work.module.css';

type Process = Answer<'listProcesses'>['docs'][number];

const EVERY_MS = 1_500;
/** The user can no longer undo it after this time. */
const AFTER_HOLD_MS = 61_000;
const NONE: readonly Process[] = [];

/** Folders that large copies fill, as the listings show them. */
const copiesIn = createSelector(cachedListings, (held) =>
  held.flatMap(({ listing }) => listing.docs.flatMap(({ copying }) => copying?.process ?? [])).join(),
);

const useLongWork = (): { processes: readonly Process[]; conversions: readonly Conversion[] } => {
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
      .catch((failure: unknown) => logError('What is being converted could not be asked for', failure));
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

const titles = {
  copy: text.dock.copying,
  delete: text.dock.deleting,
  tag: text.dock.tagging,
  import: text.dock.importing,
  rewind: text.dock.rewinding,
} satisfies Record<Process['kind'], string>;

interface LineProps {
  title: string;
  state: string;
  /** Is null when unknown. */
  percent: number | null;
  children?: ReactNode;
}

const Line = ({ title, state, percent, children }: LineProps) => (
  <li className={css.line}>
    <div className={css.words}>
      <span className={css.title} title={title}>
        {title}
      </span>
      <span className={css.state}>{state}</span>
    </div>
    {children}
    <div
      className={css.track}
      role="progressbar"
      aria-label={title}
      data-known={percent !== null || undefined}
      {...(percent !== null && { 'aria-valuenow': percent, 'aria-valuemin': 0, 'aria-valuemax': 100 })}
    >
      <span style={percent === null ? undefined : { transform: `scaleX(${percent / 100})` }} />
    </div>
  </li>
);

const ProcessLine = ({ process: { process, kind, done, total } }: { process: Process }) => {
  const dispatch = useAppDispatch();
  const title = titles[kind];
  const state = total === null ? text.dock.soFar(done) : text.dock.doneOf(done, total);
  const percent = total ? Math.min(100, Math.round((done / total) * 100)) : null;
  return (
    <Line title={title} state={state} percent={percent}>
      <button
        type="button"
        aria-label={text.dock.cancel(title)}
        onClick={() => void dispatch(cancelWork(process))}
      >
        <IconX size={16} aria-hidden />
      </button>
    </Line>
  );
};

export const LongWork = () => {
  const { processes, conversions } = useLongWork();
  if (processes.length + conversions.length === 0) return null;
  return (
    <section className={css.work} aria-label={text.dock.work}>
      <ul className={css.lines}>
        {processes.map((process) => (
          <ProcessLine key={process.process} process={process} />
        ))}
        {conversions.map(({ _id, kind, name, percent }) => (
          <Line
            key={`${_id}-${kind}`}
            title={text.dock.converting(name ?? text.dock.aFile)}
            state={percent === null ? text.files.waiting : text.files.percent(percent)}
            percent={percent}
          />
        ))}
      </ul>
    </section>
  );
};

/** A copy's elements go, a deletion's come back. */
const cancelWork =
  (process: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    try {
      const { docs } = await callApi('cancelProcess', { body: { process }, idempotencyKey: newKey() });
      dispatch(applyChanges({ elements: docs.ops, removed: [] }));
      dispatch(toast.success(text.dock.cancelled));
    } catch (failure) {
      logError('A large command could not be cancelled', failure);
      dispatch(toast.error(text.dock.cantCancel));
    }
  };
