/** Others' metrics of the pods; names and labels are theirs. */
export const foreignMetrics = {
  // Prometheus.
  up: { type: 'gauge', labels: ['job', 'pod', 'container'] },
  // When a firing alert began.
  ALERTS_FOR_STATE: { type: 'gauge', labels: ['alertname', 'severity', 'service'] },

  // prom-client.
  process_cpu_seconds_total: { type: 'counter', labels: ['pod', 'container'] },
  process_resident_memory_bytes: { type: 'gauge', labels: ['pod', 'container'] },
  nodejs_eventloop_lag_p99_seconds: { type: 'gauge', labels: ['pod', 'container'] },
  nodejs_heap_size_used_bytes: { type: 'gauge', labels: ['pod', 'container'] },

  // kube-state-metrics.
  kube_cronjob_created: { type: 'gauge', labels: ['cronjob'] },
  kube_cronjob_status_last_successful_time: { type: 'gauge', labels: ['cronjob'] },
  kube_job_status_failed: { type: 'gauge', labels: ['job_name'] },
  kube_deployment_spec_replicas: { type: 'gauge', labels: ['deployment'] },
  kube_deployment_status_replicas_available: { type: 'gauge', labels: ['deployment'] },
  kube_pod_container_resource_limits: { type: 'gauge', labels: ['pod', 'container', 'resource'] },
  kube_pod_container_status_restarts_total: { type: 'counter', labels: ['pod', 'container'] },

  // The kubelet, with its cAdvisor.
  container_cpu_cfs_periods_total: { type: 'counter', labels: ['pod', 'container'] },
  container_cpu_cfs_throttled_periods_total: { type: 'counter', labels: ['pod', 'container'] },
  container_memory_working_set_bytes: { type: 'gauge', labels: ['pod', 'container'] },
  kubelet_volume_stats_available_bytes: { type: 'gauge', labels: ['persistentvolumeclaim'] },
  kubelet_volume_stats_capacity_bytes: { type: 'gauge', labels: ['persistentvolumeclaim'] },

  // cert-manager, whose own namespace is in the label.
  certmanager_certificate_expiration_timestamp_seconds: { type: 'gauge', labels: ['name'], elsewhere: true },
} as const;
