import { fromFirst, gauge, increase, max, NAMESPACE, sample, sum } from '../query.js';
import type { Alert } from '../rule.js';

const byService = ['namespace', 'service'];
const labels = { namespace: NAMESPACE, service: 'catalog' };
const service = { service: 'catalog' };

export const eventAlerts: readonly Alert[] = [
  {
    name: 'SkyshelfDrivesParked',
    severity: 'ticket',
    holds: '5m',
    expr: `${max(byService, gauge('skyshelf_bus_parked_entries'))} > 0`,
    summary: '{{ $labels.service }} has parked drives: their events wait for an operator.',
    proof: {
      firesWithin: 7,
      endsWithin: 2,
      labels,
      series: [{ series: sample('skyshelf_bus_parked_entries', service), well: 0, below: 0, bad: 1 }],
    },
  },
  {
    name: 'SkyshelfOutboxOld',
    severity: 'page',
    holds: '2m',
    expr: `${max(byService, gauge('skyshelf_outbox_age_seconds'))} > 120`,
    summary: 'Events of {{ $labels.service }} have waited for minutes to be published.',
    proof: {
      firesWithin: 4,
      endsWithin: 2,
      labels,
      series: [{ series: sample('skyshelf_outbox_age_seconds', service), well: 1, below: 119, bad: 180 }],
    },
  },
  {
    name: 'SkyshelfRelayFails',
    severity: 'ticket',
    holds: '5m',
    expr: `${sum(byService, increase('skyshelf_relay_failures_total', '10m'))} > 5`,
    summary: 'The relay of {{ $labels.service }} cannot hand its events over.',
    proof: {
      lead: 15,
      firesWithin: 12,
      endsWithin: 12,
      labels,
      series: [{ series: sample('skyshelf_relay_failures_total', service), well: 0, below: 0.4, bad: 3 }],
    },
  },
  {
    name: 'SkyshelfConsumerLags',
    severity: 'page',
    holds: '5m',
    expr: `${max(byService, gauge('skyshelf_bus_lag_seconds'))} > 120`,
    summary: '{{ $labels.service }} is minutes behind the events that it acts on.',
    proof: {
      firesWithin: 7,
      endsWithin: 2,
      labels,
      series: [{ series: sample('skyshelf_bus_lag_seconds', service), well: 1, below: 119, bad: 300 }],
    },
  },
  {
    // What is never handed to a consumer is no lag.
    ...{ name: 'SkyshelfEventsUnread', severity: 'page', holds: '5m' },
    expr: `${sum(byService, gauge('skyshelf_bus_assigned_partitions'))} == 0`,
    summary: 'No process reads events for {{ $labels.service }}.',
    proof: {
      ...{ firesWithin: 7, endsWithin: 2, labels },
      series: [{ series: sample('skyshelf_bus_assigned_partitions', service), well: 8, below: 1, bad: 0 }],
    },
  },
  {
    ...{ name: 'SkyshelfConsumerPaused', severity: 'ticket', holds: '5m' },
    expr: `${max(byService, gauge('skyshelf_bus_paused'))} > 0`,
    summary: '{{ $labels.service }} waits out an outage and handles no events.',
    proof: {
      firesWithin: 7,
      endsWithin: 2,
      labels,
      series: [{ series: sample('skyshelf_bus_paused', service), well: 0, below: 0, bad: 1 }],
    },
  },
  {
    name: 'SkyshelfRebalancesOften',
    severity: 'ticket',
    holds: '5m',
    expr: `${sum(byService, increase('skyshelf_bus_rebalances_total', '30m'))} > 20`,
    summary: 'Partitions of {{ $labels.service }} are shared out again and again.',
    proof: {
      lead: 35,
      firesWithin: 25,
      endsWithin: 30,
      labels,
      series: [{ series: sample('skyshelf_bus_rebalances_total', service), well: 0, below: 0.6, bad: 2 }],
    },
  },
  {
    ...{ name: 'SkyshelfMessagesUnreadable', severity: 'ticket' },
    expr: `${sum(['namespace', 'topic'], fromFirst('skyshelf_bus_unreadable_total', '30m'))} > 0`,
    summary: 'On the topic {{ $labels.topic }} are messages that are no events of the product.',
    proof: {
      lead: 5,
      firesWithin: 3,
      endsWithin: 32,
      labels: { namespace: NAMESPACE, topic: 'skyshelf.catalog' },
      series: [
        {
          series: sample('skyshelf_bus_unreadable_total', { topic: 'skyshelf.catalog' }),
          ...{ well: null, below: null, bad: 1 },
        },
      ],
    },
  },
];
