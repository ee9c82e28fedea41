import type { Answer, Body } from '@skyshelf/contracts/browser';
import { api, queryFnOf } from '../../shared/api/api.js';
import { newKey } from '../../shared/api/call-input.js';

export type Version = Answer<'listVersions'>['docs'][number];

interface Asked {
  id: string;
  /** The file's present content: with another one the history is asked for again. */
  address: string | null;
}

const versionsApi = api.injectEndpoints({
  endpoints: (build) => ({
    listVersions: build.query({
      queryFn: queryFnOf('listVersions', ({ id }: Asked) => ({ query: { id } })),
    }),
    restoreVersion: build.mutation({
      queryFn: queryFnOf('restoreVersion', (body: Body<'restoreVersion'>) => ({
        body,
        idempotencyKey: newKey(),
      })),
    }),
    keepVersion: build.mutation({
      queryFn: queryFnOf('keepVersion', (body: Body<'keepVersion'>) => ({ body, idempotencyKey: newKey() })),
    }),
    dropVersion: build.mutation({
      queryFn: queryFnOf('dropVersions', (body: { id: string; version: string }) => ({
        body,
        idempotencyKey: newKey(),
      })),
    }),
  }),
});
export const {
  useListVersionsQuery,
  useRestoreVersionMutation,
  useKeepVersionMutation,
  useDropVersionMutation,
} = versionsApi;
