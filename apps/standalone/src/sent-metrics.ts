import { declaredMetrics, durationBuckets } from '@skyshelf/telemetry';
// Loads all that declares metrics.
import './telemetry-page.js';

const quoted = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(', ');

/** apps/signals/src/sent-metrics.ts: names for rules and dashboards. */
export const renderSentMetrics =
  (): string => `// Written by \`npm run generate\` from what the code declares.
export const sentMetrics = {
${declaredMetrics()
  .map(({ name, type, labels, buckets = durationBuckets }) => {
    const bounds = type === 'histogram' ? `, buckets: [${buckets.join(', ')}]` : '';
    return `  ${name}: { type: '${type}', labels: [${quoted(['service', ...labels])}]${bounds} },\n`;
  })
  .join('')}} as const;
`;
