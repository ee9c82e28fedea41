import type { Body } from '@skyshelf/contracts/browser';
import { callApi } from '../api/call-api.js';
import { newKey } from '../api/call-input.js';

type PageSpan = Body<'reportSpans'>['spans'][number];

/** Source: W3C Trace Context. */
export interface ActionTrace {
  traceparent: string;
  /** Later calls change nothing. */
  end(result: Pick<PageSpan, 'outcome' | 'files' | 'bytes'>): void;
}

/** It turns false when the server records no traces. */
let worthTelling = true;

const tell = async (span: PageSpan): Promise<void> => {
  const answer = await callApi('reportSpans', { body: { spans: [span] } }, { tries: 1 });
  worthTelling = answer.recorded;
};

export const beginTrace = (name: PageSpan['name']): ActionTrace => {
  const traceId = newKey();
  const spanId = newKey().slice(16);
  const began = performance.now();
  let ended = false;
  return {
    traceparent: `00-${traceId}-${spanId}-01`,
    end(result) {
      if (ended || !worthTelling) return;
      ended = true;
      const durationMs = Math.round(performance.now() - began);
      // Losing a measurement is no news to the user.
      tell({ name, traceId, spanId, agoMs: durationMs, durationMs, ...result }).catch(() => undefined);
    },
  };
};
