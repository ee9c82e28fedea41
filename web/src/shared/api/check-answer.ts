import { answerFields, type RouteName } from '@skyshelf/contracts/browser';
import { ApiFailure } from './api-error.js';

type Fields = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Fields => typeof value === 'object' && value !== null;

/** Its caller has the specified words for an answer without `docs`. */
const checkedByCaller: RouteName = 'pasteElements';

/** Whether it has the fields that the page reads into: something between may answer in the server's place. */
export const isAnswer = (name: RouteName, body: unknown): boolean =>
  name === checkedByCaller ||
  (answerFields[name]?.split(' ') ?? []).every((shape) => {
    let value = body;
    for (const field of shape.slice(0, -1).split('.')) value = isObject(value) ? value[field] : undefined;
    return shape.endsWith('[') ? Array.isArray(value) : isObject(value);
  });

export const notUnderstood = (status: number): ApiFailure =>
  new ApiFailure({
    status,
    code: 'unreadable',
    message: 'The answer of the server cannot be understood. Please try again.',
  });
