import type { Dashboard } from '@grafana/grafana-foundation-sdk/dashboard';
import { serviceNames, type ServiceName } from '@skyshelf/contracts';
import { countRate, gauge, max, quantile, rate, sum } from '../query.js';
import { dashboard, graph, STEP } from './panels.js';

const requests = 'skyshelf_http_request_duration_seconds';

const own: Readonly<Record<ServiceName, Readonly<Record<string, ReturnType<typeof graph>[]>>>> = {
  gateway: {
    People: [
      graph(
        'Pages that listen',
        { pages: sum(['namespace'], gauge('skyshelf_live_streams')) },
        { unit: 'short', help: 'Open streams of live changes.' },
      ),
      graph(
        'Sign-ins',
        { '{{outcome}}': sum(['outcome'], rate('skyshelf_sign_ins_total', STEP)) },
        { unit: 'ops', help: 'By how they ended.' },
      ),
      graph(
        'Connections',
        { '{{state}}': max(['state'], gauge('skyshelf_http_connections')) },
        { unit: 'short', help: 'Of the gateway that has most, and how many it may have (MAX_CONNECTIONS).' },
      ),
    ],
    Links: [
      graph(
        'Refused visitors',
        { refused: sum(['namespace'], rate('skyshelf_link_traffic_refusals_total', STEP)) },
        { unit: 'ops', help: 'Of links that have sent SHARE_DAILY_MB today.' },
      ),
    ],
    Companion: [
      graph(
        'Requests',
        { '{{outcome}}': sum(['outcome'], rate('skyshelf_companion_requests_total', STEP)) },
        { unit: 'ops', help: 'For files from elsewhere; `away`: Companion could not be reached.' },
      ),
      graph(
        'Files on their way',
        { sockets: sum(['namespace'], gauge('skyshelf_companion_connections')) },
        { unit: 'short', help: 'Open WebSockets.' },
      ),
    ],
  },
  catalog: {
    Drives: [
      graph(
        'Commands',
        {
          '{{outcome}}': sum(
            ['outcome'],
            rate('skyshelf_drive_commands_total', STEP, { service: 'catalog' }),
          ),
        },
        { unit: 'ops', help: 'By how they came out.' },
      ),
      graph(
        'Wait for the turn',
        { p99: quantile(0.99, 'skyshelf_drive_queue_wait_seconds', [], STEP, { service: 'catalog' }) },
        { unit: 's', help: 'Of commands at their drives: high where one drive is asked for much.', limit: 1 },
      ),
      graph(
        'Listings',
        { '{{from}}': sum(['from'], rate('skyshelf_catalog_listings_total', STEP)) },
        { unit: 'ops', help: 'Those from memory cost nothing.' },
      ),
    ],
  },
  storage: {
    Bytes: [
      graph(
        'Received',
        { bytes: sum(['namespace'], rate('skyshelf_storage_received_bytes_total', STEP)) },
        { unit: 'Bps', help: 'Of uploads that are finished.' },
      ),
      graph(
        'Swept',
        { '{{what}}': sum(['what'], rate('skyshelf_storage_swept_total', STEP)) },
        { unit: 'ops', help: 'What the sweeper removed or read again.' },
      ),
    ],
  },
  media: {
    Jobs: [
      graph(
        'Open',
        { '{{kind}}': max(['kind'], gauge('skyshelf_open_jobs', { service: 'media' })) },
        { unit: 'short', help: 'Jobs that wait or run; more by role on a dashboard of its own.' },
      ),
    ],
  },
  billing: {
    Drives: [
      graph(
        'Commands',
        {
          '{{command}}': sum(
            ['command'],
            rate('skyshelf_drive_commands_total', STEP, { service: 'billing' }),
          ),
        },
        { unit: 'ops', help: 'Changes of plans and quotas.' },
      ),
    ],
  },
  notify: {
    Jobs: [
      graph(
        'Open',
        { '{{kind}}': max(['kind'], gauge('skyshelf_open_jobs', { service: 'notify' })) },
        { unit: 'short', help: 'Mails and look-ups that wait or run.' },
      ),
    ],
  },
};

export const serviceDashboards = (): Dashboard[] =>
  serviceNames.map((service) =>
    dashboard({
      name: service,
      title: service,
      rows: { Requests: requestPanels(service), ...own[service], Processes: processPanels(service) },
    }),
  );

function requestPanels(service: ServiceName) {
  const where = { service };
  return [
    graph(
      'Requests by route',
      { '{{method}} {{route}}': sum(['method', 'route'], countRate(requests, STEP, where)) },
      { unit: 'reqps', help: 'Requests answered in a second.' },
    ),
    graph(
      'Errors by route',
      { '{{method}} {{route}}': sum(['method', 'route'], rate('skyshelf_http_errors_total', STEP, where)) },
      { unit: 'reqps', help: 'Answers with 500 or above: what users did not cause.' },
    ),
    graph(
      'Time of requests',
      {
        'p50 {{route}}': quantile(0.5, requests, ['route'], STEP, where),
        'p99 {{route}}': quantile(0.99, requests, ['route'], STEP, where),
      },
      {
        unit: 's',
        help: 'From the head to the end of the answer. A dot is a trace that was recorded.',
        exemplars: true,
      },
    ),
  ];
}

function processPanels(service: ServiceName) {
  const pod = { pod: { matches: `.+-${service}-.+` } };
  return [
    graph(
      'Event loop',
      { '{{pod}}': max(['pod'], gauge('nodejs_eventloop_lag_p99_seconds', pod)) },
      { unit: 's', help: 'How late the process gets to what is due, p99.', limit: 0.25 },
    ),
    graph(
      'Processor',
      { '{{pod}}': sum(['pod'], rate('process_cpu_seconds_total', STEP, pod)) },
      { unit: 'cores', help: 'Cores in use by the process itself; tools of media come on top.' },
    ),
    graph(
      'Memory',
      {
        '{{pod}} resident': max(['pod'], gauge('process_resident_memory_bytes', pod)),
        '{{pod}} heap': max(['pod'], gauge('nodejs_heap_size_used_bytes', pod)),
      },
      { unit: 'bytes', help: 'Of the process.' },
    ),
  ];
}
