import type { Installation } from '@skyshelf/contracts/browser';
import { api, queryFnOf } from '../api/api.js';
import type { AppThunk } from '../store/store.js';

const installationApi = api.injectEndpoints({
  endpoints: (build) => ({
    // Once a page: operators restart the product.
    installation: build.query({
      queryFn: queryFnOf('readInstallation', (_: void) => ({})),
      keepUnusedDataFor: Infinity,
    }),
  }),
});

export const { useInstallationQuery } = installationApi;

export const useInstallation = (): Installation | undefined => useInstallationQuery().data;

/** Null when the server can't be asked. */
export const readInstallation = (): AppThunk<Promise<Installation | null>> => async (dispatch) => {
  const { data } = await dispatch(
    installationApi.endpoints.installation.initiate(undefined, { subscribe: false }),
  );
  return data ?? null;
};

const mailWayApi = api.injectEndpoints({
  endpoints: (build) => ({
    mailWay: build.query({ queryFn: queryFnOf('newCaptcha', (_: void) => ({})) }),
  }),
});
export const { useMailWayQuery } = mailWayApi;
