import { createApi, fakeBaseQuery } from '@reduxjs/toolkit/query/react';
import type { QueryReturnValue } from '@reduxjs/toolkit/query';
import type { Answer, RouteName } from '@skyshelf/contracts/browser';
import { type ApiError, ApiFailure } from './api-error.js';
import { callApi } from './call-api.js';
import type { AnyInput, CallInput } from './call-input.js';

/** Features inject their endpoints, made by `queryFnOf`. */
export const api = createApi({
  reducerPath: 'api',
  baseQuery: fakeBaseQuery<ApiError>(),
  keepUnusedDataFor: 600,
  refetchOnReconnect: true,
  tagTypes: ['folder'],
  endpoints: () => ({}),
});

type QueryFn<Name extends RouteName, Arg> = (
  arg: Arg,
  context: { signal: AbortSignal },
) => Promise<QueryReturnValue<Answer<Name>, ApiError, undefined>>;

/** Types follow from the call's contract. */
export const queryFnOf =
  <Name extends RouteName, Arg>(
    name: Name,
    inputOf: (arg: Arg) => CallInput<Name> & AnyInput,
  ): QueryFn<Name, Arg> =>
  (arg, { signal }) =>
    answerOf(() => callApi(name, inputOf(arg), { signal }));

export const answerOf = async <Result>(
  call: () => Promise<Result>,
): Promise<QueryReturnValue<Result, ApiError, undefined>> => {
  try {
    return { data: await call() };
  } catch (failure) {
    if (failure instanceof ApiFailure) return { error: failure.error };
    throw failure;
  }
};
