import type { Body } from '@skyshelf/contracts/browser';
import { api } from '../../shared/api/api.js';
import { queryFnOf } from '../../shared/api/query-fn.js';
import type { Command } from './elements-api.js';

const linksApi = api.injectEndpoints({
  endpoints: (build) => ({
    lookUpLink: build.mutation({
      queryFn: queryFnOf('lookUpLink', (body: Body<'lookUpLink'>) => ({ body })),
    }),
    addPlaylist: build.mutation({
      queryFn: queryFnOf(
        'addPlaylist',
        ({
          targetFolder,
          key,
          ...rest
        }: Command<Pick<Body<'addPlaylist'>, 'name' | 'linkurl' | 'linktag' | 'obj'>>) => ({
          body: { ...targetFolder, ...rest },
          idempotencyKey: key,
        }),
      ),
    }),
  }),
});
export const { useAddPlaylistMutation, useLookUpLinkMutation } = linksApi;
