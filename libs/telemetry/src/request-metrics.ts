import type { Context } from '@opentelemetry/api';
import { declareCounter, declareHistogram } from './declare-metric.js';
import type { Metrics } from './metrics.js';

/** `route` is the pattern, never the address: its values are few. */
export interface AnsweredRequest {
  method: string;
  route: string;
  status: number;
  seconds: number;
  context?: Context | undefined;
}

const route = { method: 'HTTP method', route: 'pattern of the route; `none` for an address without one' };

const requests = declareCounter({
  name: 'skyshelf_http_requests_total',
  help: 'Requests answered.',
  labels: { ...route, status: 'HTTP status; 499 when the client went away before the answer was whole' },
});
const errors = declareCounter({
  name: 'skyshelf_http_errors_total',
  help: 'Requests answered with a status of 500 or above: what the user did not cause.',
  labels: route,
});
const duration = declareHistogram({
  name: 'skyshelf_http_request_duration_seconds',
  help: 'Time from the head of a request to the end of its answer.',
  labels: route,
});

/** Counts rate, errors and duration for `/metrics`. */
export function createRequestMetrics(metrics: Metrics): (request: AnsweredRequest) => void {
  const answered = metrics.counter(requests);
  const failed = metrics.counter(errors);
  const took = metrics.histogram(duration);
  return ({ method, route: pattern, status, seconds, context }) => {
    const labels = { method, route: pattern };
    answered.add({ ...labels, status: String(status) });
    took.observe(labels, seconds, context);
    if (status >= 500) failed.add(labels);
  };
}
