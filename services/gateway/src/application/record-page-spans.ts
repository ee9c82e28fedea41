import type { PageSpan } from '@skyshelf/contracts';
import { declareForeignSpan, exportSpans, type FinishedSpan } from '@skyshelf/telemetry';

const PAGE = 'skyshelf-web';

declareForeignSpan({
  name: 'upload',
  kind: 'client',
  scope: '@skyshelf/web',
  help: 'Files that a user uploads together, from dropping them to the last one that is settled, as the page sees it.',
  parent: 'nothing: the trace begins here',
  attributes: {
    'skyshelf.outcome': '`done`, or `failed` when one of the files did not arrive',
    'skyshelf.files': 'how many files',
    'skyshelf.bytes': 'their bytes',
  },
});

const finished = (now: number, span: PageSpan): FinishedSpan => {
  const startMs = now - span.agoMs;
  return {
    service: PAGE,
    name: span.name,
    traceId: span.traceId,
    spanId: span.spanId,
    parentSpanId: null,
    startMs,
    endMs: Math.min(now, startMs + span.durationMs),
    attributes: {
      'skyshelf.outcome': span.outcome,
      'skyshelf.files': span.files,
      'skyshelf.bytes': span.bytes,
    },
    failed: span.outcome === 'failed',
  };
};

/** @returns false: not recorded, and the page may stop reporting */
export const recordPageSpans = (spans: readonly PageSpan[], now: Date): boolean =>
  exportSpans(spans.map((span) => finished(now.getTime(), span)));
