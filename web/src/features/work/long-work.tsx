import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { text } from '../../shared/messages/en.js';
import { type AppThunk, useAppDispatch } from '../../shared/store/store.js';
import { type Process, useLongWork } from './use-long-work.js';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/call-input.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { report } from '../../shared/report.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import css from './long-work.module.css';

const titles = {
  copy: text.dock.copying,
  delete: text.dock.deleting,
  tag: text.dock.tagging,
  import: text.dock.importing,
} satisfies Record<Process['kind'], string>;

interface LineProps {
  title: string;
  state: string;
  /** Null: unknown. */
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
      report('A large command could not be cancelled', failure);
      dispatch(toast.error(text.dock.cantCancel));
    }
  };
