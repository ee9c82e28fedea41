import { countRate, gauge, max, min, quantile, rate, sum } from '../query.js';
import { dashboard, graph, STEP } from './panels.js';

const store = 'skyshelf_object_store_duration_seconds';

export const servers = dashboard({
  name: 'servers',
  title: 'Servers',
  rows: {
    'Object store': [
      graph(
        'Object store by call',
        { '{{operation}} p95': quantile(0.95, store, ['operation'], STEP) },
        { unit: 's', help: 'To the opening of what is read.', limit: 1, exemplars: true },
      ),
      graph(
        'Calls',
        { '{{operation}}': sum(['operation'], countRate(store, STEP)) },
        { unit: 'ops', help: 'In a second.' },
      ),
      graph(
        'Calls that failed',
        {
          '{{operation}} {{outcome}}': sum(
            ['operation', 'outcome'],
            countRate(store, STEP, { outcome: { lacks: 'ok|not-found' } }),
          ),
        },
        { unit: 'ops', help: 'By the code of the error.' },
      ),
    ],
    MongoDB: [
      graph(
        'Commands by service',
        { '{{service}} p95': quantile(0.95, 'skyshelf_mongodb_command_duration_seconds', ['service'], STEP) },
        { unit: 's', help: 'As the services see them, to the end of the answer.', limit: 1 },
      ),
      graph(
        'Commands a second',
        { '{{service}}': sum(['service'], countRate('skyshelf_mongodb_command_duration_seconds', STEP)) },
        { unit: 'ops', help: 'Of all pods of a service.' },
      ),
      graph(
        'Wait for a connection',
        { '{{service}} p95': quantile(0.95, 'skyshelf_mongodb_pool_wait_seconds', ['service'], STEP) },
        { unit: 's', help: 'High where the pool is too small, or the server slow.', limit: 0.25 },
      ),
      graph(
        'Connections',
        { '{{service}} {{state}}': max(['service', 'state'], gauge('skyshelf_mongodb_pool_connections')) },
        { unit: 'short', help: 'Of the pod that has most, and how many it may have to one server.' },
      ),
      graph(
        'Transactions tried again',
        { '{{service}}': sum(['service'], rate('skyshelf_drive_transaction_retries_total', STEP)) },
        { unit: 'ops', help: "That met another process's, or a server in trouble." },
      ),
      graph(
        'Commands that share a write',
        { '{{service}} p50': quantile(0.5, 'skyshelf_drive_batch_commands', ['service'], STEP) },
        { unit: 'short', help: 'Of one drive, in one transaction.' },
      ),
    ],
    Kafka: [
      graph(
        'Connections made again',
        { '{{service}}': sum(['service'], rate('skyshelf_bus_reconnects_total', STEP)) },
        { unit: 'ops', help: 'Of consumers.' },
      ),
      graph(
        'Outages',
        { '{{service}}': sum(['service'], rate('skyshelf_bus_outages_total', STEP)) },
        { unit: 'ops', help: 'Errors of database, network or other services that consumers met.' },
      ),
      graph(
        'Unreadable messages',
        { '{{topic}}': sum(['topic'], rate('skyshelf_bus_unreadable_total', STEP)) },
        { unit: 'ops', help: 'That are no events of the product.' },
      ),
    ],
  },
});

const container = { container: { lacks: 'POD|' } };

export const capacity = dashboard({
  name: 'capacity',
  title: 'Capacity',
  rows: {
    Pods: [
      graph(
        'Processor',
        { '{{container}}': sum(['container'], rate('process_cpu_seconds_total', STEP)) },
        { unit: 'cores', help: 'Of all pods of a service.' },
      ),
      graph(
        'Throttled',
        {
          '{{container}}': `${sum(['container'], rate('container_cpu_cfs_throttled_periods_total', STEP))} / ${sum(['container'], rate('container_cpu_cfs_periods_total', STEP))}`,
        },
        {
          unit: 'percentunit',
          help: 'Share of the periods in which a pod was held back at its limit.',
          limit: 0.5,
        },
      ),
      graph(
        'Memory of its limit',
        {
          '{{container}}': `${max(['container'], gauge('container_memory_working_set_bytes', container))} / ${max(['container'], gauge('kube_pod_container_resource_limits', { resource: 'memory' }))}`,
        },
        { unit: 'percentunit', help: 'Of the pod that has most.', limit: 0.9 },
      ),
    ],
    Work: [
      graph(
        'Commands that wait',
        { '{{service}}': sum(['service'], gauge('skyshelf_drive_waiting_commands')) },
        { unit: 'short', help: 'For their turn, now.' },
      ),
      graph(
        'Listings in memory',
        { '{{pod}}': max(['pod'], gauge('skyshelf_catalog_listing_cache_bytes')) },
        { unit: 'bytes', help: 'Ready to be sent.' },
      ),
      graph(
        'Received',
        { bytes: sum(['namespace'], rate('skyshelf_storage_received_bytes_total', '1h')) },
        { unit: 'Bps', help: 'Of uploads: how fast the object store fills.' },
      ),
      graph(
        'Kept',
        { bytes: max(['namespace'], gauge('skyshelf_used_bytes')) },
        { unit: 'bytes', help: 'In all drives, as quotas count it.' },
      ),
      graph(
        'Accounts',
        { accounts: max(['namespace'], gauge('skyshelf_open_accounts')) },
        { unit: 'short', help: 'Of the installation.' },
      ),
      graph(
        'Pods of those allowed',
        {
          '{{horizontalpodautoscaler}}': `${max(['horizontalpodautoscaler'], gauge('kube_horizontalpodautoscaler_status_current_replicas'))} / ${max(['horizontalpodautoscaler'], gauge('kube_horizontalpodautoscaler_spec_max_replicas'))}`,
        },
        { unit: 'percentunit', help: 'Where something scales: at 1 there is no more.', limit: 0.99 },
      ),
      graph(
        'Versions',
        { '{{service}} {{version}}': sum(['service', 'version'], gauge('skyshelf_build_info')) },
        { unit: 'short', help: 'Pods of each: two versions side by side only during an upgrade.' },
      ),
    ],
    Volumes: [
      graph(
        'Free',
        {
          '{{persistentvolumeclaim}}': `${min(['persistentvolumeclaim'], gauge('kubelet_volume_stats_available_bytes'))} / ${min(['persistentvolumeclaim'], gauge('kubelet_volume_stats_capacity_bytes'))}`,
        },
        { unit: 'percentunit', help: 'Share of each volume.' },
      ),
    ],
  },
});
