import { expect, it } from 'vitest';
import { mergeMetrics } from './operation-routes.js';

const requests = (count: number) =>
  `# HELP http_requests_total Answered requests.
# TYPE http_requests_total counter
http_requests_total{route="/api/",status="200"} ${count}
# HELP up Whether it runs.
# TYPE up gauge
up 1
`;

it('shows the metrics of all processes as one text, each sample with its process', () => {
  const merged = mergeMetrics([
    { process: 'catalog-1', text: requests(3) },
    { process: 'catalog-2', text: requests(4) },
    { process: 'notify-1', text: '' },
  ]);
  expect(merged).toBe(`# HELP http_requests_total Answered requests.
# TYPE http_requests_total counter
http_requests_total{process="catalog-1",route="/api/",status="200"} 3
http_requests_total{process="catalog-2",route="/api/",status="200"} 4
# HELP up Whether it runs.
# TYPE up gauge
up{process="catalog-1"} 1
up{process="catalog-2"} 1
`);
});

it('keeps the buckets of a histogram with it, and values in braces as they are', () => {
  const text = `# TYPE wait_seconds histogram
wait_seconds_bucket{le="0.1",note="a } b"} 2
wait_seconds_sum 0.2
`;
  expect(mergeMetrics([{ process: 'a', text }])).toBe(`# TYPE wait_seconds histogram
wait_seconds_bucket{process="a",le="0.1",note="a } b"} 2
wait_seconds_sum{process="a"} 0.2
`);
});
