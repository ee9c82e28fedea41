import type { Answer, ElementView, Settings } from '@skyshelf/contracts/browser';
import { copyWithStructuralSharing, createApi, type BaseQueryFn } from '@reduxjs/toolkit/query/react';
import { ApiFailure, type ApiError } from './api-error.js';
import { callApi, type CallOptions } from './call-api.js';

export type Listing = Answer<'listFolder'>;
interface Request extends CallOptions {
  path: string;
}

/** Where a command happens: the path for people, the id for certainty. */
export interface Place {
  url: string;
  folderId: string;
}
/** The fields of a folder or link that a form fills in. */
export interface ElementDraft {
  linkname: string;
  linktype: string;
  linkurl?: string;
  linktag: string[];
}
export type ElementChange = Pick<ElementDraft, 'linkname' | 'linktag'>;
type Command<T> = T & { place: Place; key: string };

const baseQuery: BaseQueryFn<Request, unknown, ApiError> = async ({ path, ...options }, { signal }) => {
  try {
    return { data: await callApi(path, { ...options, signal }) };
  } catch (failure) {
    if (failure instanceof ApiFailure) return { error: failure.error };
    throw failure;
  }
};

const command = (
  path: string,
  body: unknown,
  idempotencyKey: string,
  method: 'POST' | 'DELETE' = 'POST',
): Request => ({
  path,
  method,
  body,
  idempotencyKey,
});

/** An answer that was overtaken by live changes must not undo them; what did not change keeps its identity. */
const newerListing = (held: Listing, answered: Listing): Listing | void =>
  answered.version < held.version ? undefined : copyWithStructuralSharing(held, answered);

/** The server's state. Commands patch the listings themselves (listing-cache.ts); live changes do the rest. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  keepUnusedDataFor: 600,
  endpoints: (build) => ({
    listFolder: build.query<Listing, string>({
      query: (url) => ({ path: '/api/', body: { url } }),
      merge: newerListing,
    }),
    addElement: build.mutation<Answer<'addElement'>, Command<{ obj: ElementDraft }>>({
      query: ({ place, key, obj }) => command('/api/add/', { ...place, obj }, key),
    }),
    editElement: build.mutation<Answer<'editElement'>, Command<{ id: string; obj: ElementChange }>>({
      query: ({ place, key, id, obj }) => command('/api/edit/', { ...place, id, obj }, key),
    }),
    deleteElements: build.mutation<Answer<'deleteElements'>, Command<{ arr: string[] }>>({
      query: ({ place, key, arr }) => command('/api/delete/', { ...place, arr }, key, 'DELETE'),
    }),
    usage: build.query<Answer<'usage'>['result'], void>({
      query: () => ({ path: '/api/account/usage/', body: {} }),
      transformResponse: (answer: Answer<'usage'>) => answer.result,
    }),
    userInfo: build.query<Answer<'userInfo'>, void>({
      query: () => ({ path: '/api/userinfo', method: 'GET' }),
    }),
    settings: build.query<Settings, void>({
      query: () => ({ path: '/api/account/options/', method: 'GET' }),
    }),
    changeSettings: build.mutation<Settings, { obj: Settings; key: string }>({
      query: ({ obj, key }) => command('/api/account/options/', { obj }, key),
      async onQueryStarted(_, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (answer) void dispatch(api.util.upsertQueryData('settings', undefined, answer.data));
      },
    }),
    providers: build.query<Answer<'signInProviders'>['docs'], void>({
      query: () => ({ path: '/api/auth/providers', method: 'GET' }),
      transformResponse: (answer: Answer<'signInProviders'>) => answer.docs,
    }),
  }),
});

export type { ElementView };
