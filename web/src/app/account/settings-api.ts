import type { Settings } from '@skyshelf/contracts/browser';
import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';

/** The settings of the account. */
export const settingsApi = api.injectEndpoints({
  endpoints: (build) => ({
    settings: build.query({ queryFn: queryFnOf('readSettings', (_: void) => ({})) }),
    changeSettings: build.mutation({
      queryFn: queryFnOf('changeSettings', ({ obj, key }: { obj: Settings; key: string }) => ({
        body: { obj },
        idempotencyKey: key,
      })),
    }),
  }),
});
export const { useSettingsQuery, useChangeSettingsMutation } = settingsApi;
