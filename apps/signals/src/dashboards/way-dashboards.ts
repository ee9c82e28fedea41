import { badShare, recorded } from '../burn-rates.js';
import { objectives } from '../objectives.js';
import { countRate, gauge, increase, max, quantile, rate, sum } from '../query.js';
import { dashboard, figure, graph, list, STEP } from './panels.js';

export const overview = dashboard({
  name: 'overview',
  title: 'Overview',
  rows: {
    Objectives: objectives.map(({ name, promise, target }) =>
      figure(
        name,
        { '{{objective}}': `1 - ${recorded(badShare('3d'), name)}` },
        { unit: 'percentunit', help: `Over three days; promised: ${promise} (${target * 100} %).` },
      ),
    ),
    'First cause': [
      list(
        'What is wrong, longest first',
        `sort_desc(time() - max by (alertname, severity, service) (${gauge('ALERTS_FOR_STATE')}))`,
        { unit: 's', help: 'Alerts that hold, and for how long: the first is mostly the cause.' },
      ),
      graph(
        'Share that is not as promised',
        Object.fromEntries(objectives.map(({ name }) => [name, recorded(badShare('5m'), name)])),
        { unit: 'percentunit', help: 'Of each objective, over five minutes.' },
      ),
    ],
    Requests: [
      graph(
        'Requests by service',
        { '{{service}}': sum(['service'], rate('skyshelf_http_requests_total', STEP)) },
        { unit: 'reqps', help: 'Answered in a second, calls between services among them.' },
      ),
      graph(
        'Errors by route',
        { '{{service}} {{route}}': sum(['service', 'route'], rate('skyshelf_http_errors_total', STEP)) },
        { unit: 'reqps', help: 'Answers with 500 or above.' },
      ),
      graph(
        'Time of requests',
        { '{{service}} p99': quantile(0.99, 'skyshelf_http_request_duration_seconds', ['service'], STEP) },
        { unit: 's', help: 'A dot is a trace that was recorded.', exemplars: true },
      ),
    ],
  },
});

export const eventFlow = dashboard({
  name: 'events',
  title: "An event's way",
  rows: {
    Outbox: [
      graph(
        'Age in the outbox',
        { '{{service}}': max(['service'], gauge('skyshelf_outbox_age_seconds')) },
        { unit: 's', help: 'Of the oldest event that is not published.', limit: 120 },
      ),
      graph(
        'Events in the outbox',
        { '{{service}}': max(['service'], gauge('skyshelf_outbox_events')) },
        { unit: 'short', help: 'Not published yet.' },
      ),
      graph(
        'Published',
        {
          '{{service}}': sum(['service'], rate('skyshelf_relay_published_total', STEP)),
          '{{service}} failed': sum(['service'], rate('skyshelf_relay_failures_total', STEP)),
        },
        { unit: 'ops', help: 'Events handed to the bus, and rounds that failed.' },
      ),
    ],
    Lag: [
      graph(
        'Lag',
        { '{{service}}': max(['service'], gauge('skyshelf_bus_lag_seconds')) },
        { unit: 's', help: 'Age of the oldest event that a consumer has not passed.', limit: 120 },
      ),
      graph(
        'Events behind',
        { '{{service}}': sum(['service'], gauge('skyshelf_bus_lag_events')) },
        { unit: 'short', help: 'Handed to the consumer and not passed.' },
      ),
      graph(
        'Paused and parked',
        {
          '{{service}} paused': max(['service'], gauge('skyshelf_bus_paused')),
          '{{service}} parked': max(['service'], gauge('skyshelf_bus_parked_entries')),
        },
        { unit: 'short', help: 'A consumer waits for a server; drives wait for an operator.' },
      ),
    ],
    Effect: [
      graph(
        'From event to effect',
        { '{{service}} p99': quantile(0.99, 'skyshelf_bus_delay_seconds', ['service'], STEP) },
        { unit: 's', help: 'To the end of its handler.', limit: 2.5, exemplars: true },
      ),
      graph(
        'Time of handlers',
        { '{{type}} p99': quantile(0.99, 'skyshelf_bus_handling_duration_seconds', ['type'], STEP) },
        { unit: 's', help: 'With their effect.' },
      ),
      graph(
        'Outcomes',
        {
          '{{service}} {{outcome}}': sum(['service', 'outcome'], rate('skyshelf_bus_events_total', STEP)),
          '{{service}} again': sum(['service'], rate('skyshelf_bus_retries_total', STEP)),
          '{{service}} gap': sum(['service'], rate('skyshelf_bus_gaps_total', STEP)),
        },
        { unit: 'ops', help: 'What became of events.' },
      ),
    ],
    Kafka: [
      graph(
        'Rebalances',
        { '{{service}}': sum(['service'], increase('skyshelf_bus_rebalances_total', '10m')) },
        { unit: 'short', help: 'In ten minutes.' },
      ),
      graph(
        'Partitions',
        { '{{pod}}': sum(['pod'], gauge('skyshelf_bus_assigned_partitions')) },
        { unit: 'short', help: 'That each pod reads.' },
      ),
    ],
  },
});

/** Each scales by itself. */
export const mediaByRole = dashboard({
  name: 'media-roles',
  title: 'Media by role',
  rows: {
    Roles: [
      graph(
        'Open jobs',
        { '{{role}}': max(['role'], gauge('skyshelf_open_role_jobs')) },
        { unit: 'short', help: 'That wait or run; every pod tells those of all.' },
      ),
      graph(
        'Oldest job',
        { '{{role}}': max(['role'], gauge('skyshelf_oldest_role_job_age_seconds')) },
        { unit: 's', help: 'How long the oldest one has waited.' },
      ),
      graph(
        'Pods',
        {
          '{{deployment}}': max(
            ['deployment'],
            gauge('kube_deployment_status_replicas_available', { deployment: { matches: '.+-media.*' } }),
          ),
        },
        { unit: 'short', help: 'That work.' },
      ),
    ],
    Kinds: [
      graph(
        'From asking to done',
        { '{{kind}} p99': quantile(0.99, 'skyshelf_job_completion_seconds', ['kind'], STEP) },
        { unit: 's', help: 'What people wait for.', limit: 10 },
      ),
      graph(
        'Time of tries',
        { '{{kind}} p95': quantile(0.95, 'skyshelf_job_duration_seconds', ['kind'], STEP) },
        { unit: 's', help: 'Of one try.' },
      ),
      graph(
        'Outcomes',
        {
          '{{kind}} {{outcome}}': sum(['kind', 'outcome'], countRate('skyshelf_job_duration_seconds', STEP)),
        },
        { unit: 'ops', help: 'How tries ended.' },
      ),
    ],
  },
});
