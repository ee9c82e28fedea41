import type { Metrics } from './metrics.js';

/** One answered request. `route` is the pattern, never the address: its values are few. */
export interface AnsweredRequest {
  method: string;
  route: string;
  status: number;
  seconds: number;
}

/** Rate, errors and duration of a service's routes, on `/metrics`. Errors are answers with 500 and above: what the user did not cause. */
export function createRequestMetrics(metrics: Metrics): (request: AnsweredRequest) => void {
  const requests = metrics.counter({
    name: 'skyshelf_http_requests_total',
    help: 'Requests answered.',
    labels: ['method', 'route', 'status'],
  });
  const errors = metrics.counter({
    name: 'skyshelf_http_errors_total',
    help: 'Requests answered with a status of 500 or above.',
    labels: ['method', 'route'],
  });
  const duration = metrics.histogram({
    name: 'skyshelf_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labels: ['method', 'route'],
  });
  return ({ method, route, status, seconds }) => {
    requests.add({ method, route, status: String(status) });
    duration.observe({ method, route }, seconds);
    if (status >= 500) errors.add({ method, route });
  };
}
