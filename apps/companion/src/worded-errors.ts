import type { EventEmitter } from 'node:events';
import { errorBody } from '@skyshelf/contracts';
import { z } from 'zod';

const failure = z.looseObject({
  action: z.literal('error'),
  payload: z.looseObject({
    error: z.looseObject({ extraData: z.looseObject({ responseText: z.string() }).optional() }),
  }),
});

/** Companion itself only says that an upload failed; this adds storage's words. */
export function wordedErrors(emitter: EventEmitter): void {
  const emit = emitter.emit.bind(emitter);
  emitter.emit = (name: string | symbol, ...given: unknown[]) => emit(name, ...given.map(worded));
}

function worded(message: unknown): unknown {
  const failed = failure.safeParse(message);
  if (!failed.success) return message;
  const { error } = failed.data.payload;
  const said = saidIn(error.extraData?.responseText);
  if (!said) return withoutCause(failed.data);
  return { action: 'error', payload: { error: { ...said, extraData: error.extraData } } };
}

/** A cause reveals internals. */
function withoutCause({ payload: { error } }: z.infer<typeof failure>): unknown {
  const { name, message, code } = error;
  return { action: 'error', payload: { error: { name, message, code } } };
}

function saidIn(text: string | undefined): { code: string; message: string } | null {
  try {
    const { error } = errorBody.parse(JSON.parse(text ?? ''));
    return { code: error.code, message: error.message };
  } catch {
    return null;
  }
}
