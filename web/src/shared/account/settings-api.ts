import type { Answer, Settings } from '@skyshelf/contracts/browser';
import { api } from '../api/api.js';
import { queryFnOf } from '../api/query-fn.js';
import { acrossTabs } from '../session/across-tabs.js';
import type { AppDispatch, AppThunk } from '../store/store.js';
import { report } from '../report.js';

type KnownSettings = Answer<'readSettings'>;

const isSettings = (value: unknown): value is KnownSettings =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'boolean');

/** What another tab has stored. */
const otherTabs = acrossTabs('skyshelf-settings', isSettings);

/** The settings of the account. */
export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query({ queryFn: queryFnOf('readSettings', (_: void) => ({})) }),
    changeSettings: build.mutation({
      queryFn: queryFnOf('changeSettings', ({ obj, key }: { obj: Settings; key: string }) => ({
        body: { obj },
        idempotencyKey: key,
      })),
      onQueryStarted: ({ obj }, { queryFulfilled, dispatch }) =>
        void queryFulfilled.then(
          ({ data }) => {
            otherTabs.tell(data);
            void (dispatch as AppDispatch)(applyDefaults(undefined, obj));
          },
          () => undefined,
        ),
    }),
  }),
});
export const { useSettingsQuery, useChangeSettingsMutation } = settingsApi;

/** The built-in elements come and go in the folder that is shown, in this tab and in others. */
const applyDefaults =
  (before: boolean | undefined, { defaultLinks }: Settings): AppThunk<Promise<void>> =>
  async (dispatch) => {
    if (defaultLinks === undefined || defaultLinks === before) return;
    const { showDefaultElements } = await import('../listings/listing-cache.js');
    await dispatch(showDefaultElements(defaultLinks)).catch((failure: unknown) =>
      report('The default elements could not be listed', failure),
    );
  };

/** Takes over what other tabs store, while the caller listens. Answers how to stop. */
export const followSettings = (): AppThunk<() => void> => (dispatch, getState) =>
  otherTabs.listen((settings) => {
    const { data: before } = settingsApi.endpoints.settings.select()(getState());
    void dispatch(settingsApi.util.upsertQueryData('settings', undefined, settings));
    void dispatch(applyDefaults(before?.defaultLinks, settings));
  });
