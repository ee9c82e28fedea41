import type { Answer, Body } from '@skyshelf/contracts/browser';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api, queryFnOf } from '../../shared/api/api.js';
import { callApi } from '../../shared/api/call-api.js';
import { newKey } from '../../shared/api/call-input.js';

export type Moments = Answer<'listMoments'>;
export type Moment = Moments['docs'][number];
export type FormerFolder = Answer<'listFormerFolder'>;
export type FormerElement = FormerFolder['docs'][number];
export type Plan = Answer<'planRewind'>['plan'];

/** It is given by a version of the drive, or by a time. */
export type When = { version: number } | { at: string };

interface Question {
  folder: string;
  when: When;
  after?: string | null | undefined;
}

const queryOf = ({ folder, when, after }: Question) => ({
  query: {
    folder,
    ...('at' in when ? when : { version: String(when.version) }),
    ...(after && { after }),
  },
});

/** Fetches without a cache: whatever happens anywhere changes these. */
const rewindApi = api.injectEndpoints({
  endpoints: (build) => ({
    listMoments: build.mutation({
      queryFn: queryFnOf('listMoments', ({ folder, before }: { folder: string; before: number | null }) => ({
        query: {
          ...(folder !== 'root' && { folder }),
          ...(before !== null && { before: String(before) }),
        },
      })),
    }),
    listFormerFolder: build.mutation({
      queryFn: queryFnOf('listFormerFolder', queryOf),
    }),
    planRewind: build.mutation({
      queryFn: queryFnOf('planRewind', queryOf),
    }),
    rewindFolder: build.mutation({
      queryFn: queryFnOf('rewindFolder', (body: Body<'rewindFolder'>) => ({
        body,
        idempotencyKey: newKey(),
      })),
      invalidatesTags: ['folder'],
    }),
  }),
});
export const { usePlanRewindMutation, useRewindFolderMutation } = rewindApi;

const LOOK_AGAIN_MS = 1_500;

/**
 * It goes on when the page is left: the toast at its end offers to undo it all.
 * @returns false: it was cancelled, and another process undoes it
 */
export async function processEnded(process: string): Promise<boolean> {
  for (;;) {
    const underWay = await callApi('listProcesses', {}).then(
      ({ docs }) => docs,
      () => null,
    );
    if (underWay?.every((each) => each.process !== process))
      return underWay.every(({ kind }) => kind !== 'rewind');
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

/** The pages of a list read so far; an answer to an earlier question is dropped. */
function usePages<Page>(key: string, read: (before: Page | null) => Promise<Page | null>) {
  const [listed, setListed] = useState<Page | null>(null);
  const [isError, setIsError] = useState(false);
  const asked = useRef(0);
  const load = async (before: Page | null): Promise<void> => {
    const turn = (asked.current += 1);
    const page = await read(before);
    if (turn !== asked.current) return;
    setIsError(page === null);
    if (page !== null || before === null) setListed(page);
  };
  const begin = useEffectEvent(() => void load(null));
  useEffect(() => begin(), [key]);
  return { listed, isError, reload: () => load(null), more: () => load(listed) };
}

const moreOf = <Page extends { docs: unknown[] }>(before: Page | null, page: Page | undefined): Page | null =>
  page ? { ...page, docs: [...(before?.docs ?? []), ...page.docs] } : null;

export function useMoments(folder: string) {
  const [ask, { isLoading }] = rewindApi.useListMomentsMutation();
  const pages = usePages<Moments>(folder, async (before) => {
    const { data } = await ask({ folder, before: before?.next ?? null });
    return moreOf(before, data);
  });
  return { ...pages, isLoading };
}

export function useFormerFolder(folder: string, when: When) {
  const [ask, { isLoading }] = rewindApi.useListFormerFolderMutation();
  const pages = usePages<FormerFolder>(JSON.stringify([folder, when]), async (before) => {
    const { data } = await ask({ folder, when, after: before?.next });
    return moreOf(before, data);
  });
  return { ...pages, isLoading };
}
