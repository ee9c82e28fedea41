import type { Answer, Settings } from '@skyshelf/contracts/browser';
import { logError } from '../log-error.js';
import { api, queryFnOf } from '../api/api.js';
import type { AppThunk } from '../store/store.js';

/** @param isWord another version of the page may be open too */
const acrossTabs = <Word>(name: string, isWord: (value: unknown) => value is Word) => {
  const channel = 'BroadcastChannel' in globalThis ? new BroadcastChannel(name) : null;
  return {
    tell(word: Word): void {
      try {
        // It never leaves its own origin.
        // oxlint-disable-next-line unicorn/require-post-message-target-origin
        channel?.postMessage(word);
      } catch (failure) {
        logError('The other tabs could not be notified', failure);
      }
    },
    /** Answers how to stop. */
    listen(heard: (word: Word) => void): () => void {
      const onMessage = ({ data }: MessageEvent<unknown>): void => {
        if (isWord(data)) heard(data);
      };
      channel?.addEventListener('message', onMessage);
      return () => channel?.removeEventListener('message', onMessage);
    },
  };
};

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
