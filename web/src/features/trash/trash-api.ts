import type { Answer, Body, Query } from '@skyshelf/contracts/browser';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, queryFnOf } from '../../shared/api/api.js';
import { newKey } from '../../shared/api/call-input.js';
import { useAppSelector } from '../../shared/store/store.js';
import { selectUndoables } from '../undo/public.js';

export type TrashPage = Answer<'listTrash'>;
export type TrashedElement = TrashPage['docs'][number];
export type TrashQuestion = Pick<Query<'listTrash'>, 'folder' | 'text' | 'sort' | 'direction'>;

/** Fetches without a cache: other tabs and the clock change the trash too. */
const trashApi = api.injectEndpoints({
  endpoints: (build) => ({
    listTrash: build.mutation({
      queryFn: queryFnOf('listTrash', (query: TrashQuestion & { after?: string }) => ({ query })),
    }),
    restoreTrash: build.mutation({
      queryFn: queryFnOf('restoreTrash', (body: Body<'restoreTrash'>) => ({
        body,
        idempotencyKey: newKey(),
      })),
      invalidatesTags: ['folder'],
    }),
    purgeTrash: build.mutation({
      queryFn: queryFnOf('purgeTrash', (body: Body<'purgeTrash'>) => ({ body, idempotencyKey: newKey() })),
    }),
    setTrashDays: build.mutation({
      queryFn: queryFnOf('setTrashDays', (body: Body<'setTrashDays'>) => ({
        body,
        idempotencyKey: newKey(),
      })),
    }),
  }),
});
export const { useRestoreTrashMutation, usePurgeTrashMutation, useSetTrashDaysMutation } = trashApi;

/** The pages read so far for a question; an answer to an earlier question is dropped. */
export function useTrash(question: TrashQuestion) {
  const [ask, { isLoading, isError }] = trashApi.useListTrashMutation();
  const [listed, setListed] = useState<TrashPage | null>(null);
  const asked = useRef(0);
  const load = async (after?: TrashPage): Promise<void> => {
    const turn = (asked.current += 1);
    const { data } = await ask({ ...question, ...(after?.next && { after: after.next }) });
    if (data && turn === asked.current) setListed({ ...data, docs: [...(after?.docs ?? []), ...data.docs] });
  };
  const { folder, text, sort, direction } = question;
  const begin = useEffectEvent(() => void load());
  // What is undone may come back.
  const undoables = useAppSelector(selectUndoables);
  useEffect(() => begin(), [folder, text, sort, direction, undoables]);
  return { listed, isLoading, isError, reload: () => load(), more: () => load(listed ?? undefined) };
}
