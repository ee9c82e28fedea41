import type { Answer, Settings } from '@skyshelf/contracts/browser';
import { api, queryFnOf } from '../api/api.js';
import { acrossTabs } from '../session/across-tabs.js';
import type { AppThunk } from '../store/store.js';

const accountApi = api.injectEndpoints({
  endpoints: (build) => ({
    usage: build.query({
      queryFn: queryFnOf('usage', (_: void) => ({ body: {} })),
    }),
    userInfo: build.query({ queryFn: queryFnOf('userInfo', (_: void) => ({})) }),
  }),
});
export const { useUsageQuery, useUserInfoQuery } = accountApi;

type KnownSettings = Answer<'readSettings'>;

const isSettings = (value: unknown): value is KnownSettings =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).every((each) => typeof each === 'boolean');

const otherTabs = acrossTabs('skyshelf-settings', isSettings);

export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query({ queryFn: queryFnOf('readSettings', (_: void) => ({})) }),
    changeSettings: build.mutation({
      queryFn: queryFnOf('changeSettings', ({ obj, key }: { obj: Settings; key: string }) => ({
        body: { obj },
        idempotencyKey: key,
      })),
      onQueryStarted: (_, { queryFulfilled }) =>
        void queryFulfilled.then(
          ({ data }) => otherTabs.tell(data),
          () => undefined,
        ),
    }),
  }),
});
export const { useSettingsQuery, useChangeSettingsMutation } = settingsApi;

/** Answers how to stop. */
export const followSettings = (): AppThunk<() => void> => (dispatch) =>
  otherTabs.listen(
    (settings) => void dispatch(settingsApi.util.upsertQueryData('settings', undefined, settings)),
  );
