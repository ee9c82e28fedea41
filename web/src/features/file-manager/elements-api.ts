import type { Answer, Body } from '@skyshelf/contracts/browser';
import { api, queryFnOf } from '../../shared/api/api.js';
import type { TargetFolder } from '../../shared/listings/listing.js';
import { applyChanges } from '../../shared/listings/listing-cache.js';
import { text } from '../../shared/messages/en.js';
import type { AppThunk } from '../../shared/store/store.js';
import { toast } from '../../shared/toasts/toasts-slice.js';
import { remember } from '../undo/public.js';

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

/** `key` names the intention. */
type Command<Fields> = Fields & { targetFolder: TargetFolder; key: string };

/** They patch the listings by their answers. */
const elementsApi = api.injectEndpoints({
  endpoints: (build) => ({
    addElement: build.mutation({
      queryFn: queryFnOf(
        'addElement',
        ({ targetFolder, key, obj }: Command<Pick<Body<'addElement'>, 'obj'>>) => ({
          body: { ...targetFolder, obj },
          idempotencyKey: key,
        }),
      ),
    }),
    editElement: build.mutation({
      queryFn: queryFnOf(
        'editElement',
        ({ targetFolder, key, id, obj }: Command<Pick<Body<'editElement'>, 'id' | 'obj'>>) => ({
          body: { ...targetFolder, id, obj },
          idempotencyKey: key,
        }),
      ),
    }),
    deleteElements: build.mutation({
      queryFn: queryFnOf(
        'deleteElements',
        ({ targetFolder, key, arr, hold }: Command<Pick<Body<'deleteElements'>, 'arr' | 'hold'>>) => ({
          body: { ...targetFolder, arr, hold },
          idempotencyKey: key,
        }),
      ),
    }),
    measureFolder: build.query({
      queryFn: queryFnOf('measureFolder', (body: Body<'measureFolder'>) => ({ body })),
    }),
    listTags: build.query({ queryFn: queryFnOf('listTags', (_: void) => ({})) }),
    pasteElements: build.mutation({
      queryFn: queryFnOf(
        'pasteElements',
        ({
          targetFolder,
          key,
          ...rest
        }: Command<Pick<Body<'pasteElements'>, 'arr' | 'action' | 'actionUrl'>>) => ({
          body: { ...targetFolder, ...rest },
          idempotencyKey: key,
        }),
      ),
    }),
    restoreInto: build.mutation({
      queryFn: queryFnOf('restoreTrash', ({ targetFolder, key, ids }: Command<{ ids: string[] }>) => ({
        body: { ids, to: targetFolder.folderId },
        idempotencyKey: key,
      })),
    }),
  }),
});
export const { useAddElementMutation, useEditElementMutation, useListTagsQuery, useMeasureFolderQuery } =
  elementsApi;
export const { pasteElements, restoreInto, editElement, deleteElements } = elementsApi.endpoints;

/** Shows a new element in its folder, and tells the user, who can undo it. */
export const showInserted =
  ({ docs, operation, warnings }: Answer<'addElement'>): AppThunk =>
  (dispatch) => {
    dispatch(applyChanges({ elements: [docs], removed: [] }));
    const undo = dispatch(remember([operation]));
    dispatch(toast.success(text.dialogs.inserted, undo));
    for (const { message } of warnings) dispatch(toast.warning(message));
  };
