import type { Body } from '@skyshelf/contracts/browser';
import { callApi } from '../api/call-api.js';
import { newKey } from '../api/idempotency-key.js';

type PageSpan = Body<'reportSpans'>['spans'][number];

/** An action of the user over all its requests, by W3C Trace Context. */
export interface ActionTrace {
  /** For the header of each request. */
  traceparent: string;
  /** Tells the server how it went; later calls change nothing. */
  end(result: Pick<PageSpan, 'outcome' | 'files' | 'bytes'>): void;
}

/** Until the server says that no traces are recorded. */
let worthTelling = true;

const tell = async (span: PageSpan): Promise<void> => {
  const answer = await callApi('reportSpans', { body: { spans: [span] } }, { tries: 1 });
  worthTelling = answer.recorded;
};

export const beginTrace = (name: PageSpan['name']): ActionTrace => {
  const [traceId, spanId] = [newKey(), newKey().slice(16)];
  const began = performance.now();
  let ended = false;
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    end(result) {
      if (ended || !worthTelling) return;
      ended = true;
      const durationMs = Math.round(performance.now() - began);
      // A measurement that does not arrive is not worth a word to the user.
      tell({ name, traceId, spanId, agoMs: durationMs, durationMs, ...result }).catch(() => undefined);
    },
  };
};
