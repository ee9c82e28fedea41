import { createSelector, createSlice, type PayloadAction, type WithSlice } from '@reduxjs/toolkit';
import type { JobView } from '@skyshelf/contracts/browser';
import { rootReducer } from '../store/store.js';

export type KnownJob = Pick<JobView, '_id' | 'kind' | 'percent'>;

const CONVERSIONS: readonly KnownJob['kind'][] = ['mp4', 'pdf'];

/** Made to be shown. */
export const isConversion = ({ kind }: Pick<KnownJob, 'kind'>): boolean => CONVERSIONS.includes(kind);

const slice = createSlice({
  name: 'jobs',
  initialState: (): Record<string, KnownJob> => ({}),
  reducers: {
    /** Records jobs that wait or run. */
    found: (state, { payload }: PayloadAction<readonly KnownJob[]>) => {
      for (const { _id, kind, percent } of payload) state[_id] ??= { _id, kind, percent };
    },
    progressed: (state, { payload }: PayloadAction<KnownJob>) => {
      state[payload._id] = payload;
    },
    /** Records that derived files of these elements have arrived, or were given up. */
    ended: (state, { payload }: PayloadAction<readonly string[]>) => {
      for (const id of payload) delete state[id];
    },
  },
  selectors: {
    selectJob: (state, elementId: string): KnownJob | undefined => state[elementId],
    selectJobsById: (state): Readonly<Record<string, KnownJob>> => state,
    selectJobs: createSelector([(state: Record<string, KnownJob>) => state], (state) => Object.values(state)),
  },
});

export const { found: jobsFound, progressed: jobProgressed, ended: jobsEnded } = slice.actions;

declare module '../store/store.js' {
  interface FeatureSlices extends WithSlice<typeof slice> {}
}
export const { selectJob, selectJobsById, selectJobs } = slice.injectInto(rootReducer).selectors;
