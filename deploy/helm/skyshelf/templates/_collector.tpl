{{- /* Sees each trace whole, so there is one: it keeps those with errors and slow ones, and a share of the others. */ -}}
{{- define "skyshelf.collectorConfig" -}}
{{- $values := .Values.monitoring.collector -}}
receivers:
  otlp:
    protocols:
      http: {endpoint: "0.0.0.0:4318"}
processors:
  memory_limiter: {check_interval: 1s, limit_percentage: 80, spike_limit_percentage: 20}
  tail_sampling:
    decision_wait: 10s
    num_traces: 50000
    policies:
      - {name: errors, type: status_code, status_code: {status_codes: [ERROR]}}
      - {name: slow, type: latency, latency: {threshold_ms: {{ int $values.slowMilliseconds }}}}
      - {name: share, type: probabilistic, probabilistic: {sampling_percentage: {{ $values.sharePercent }}}}
  batch: {}
exporters:
  otlp_http/traces: {endpoint: {{ $values.tracesEndpoint | quote }}}
  {{- with $values.metricsEndpoint }}
  otlp_http/metrics: {endpoint: {{ . | quote }}}
  {{- end }}
extensions:
  health_check: {endpoint: "0.0.0.0:13133"}
service:
  extensions: [health_check]
  telemetry: {metrics: {level: none}}
  pipelines:
    traces: {receivers: [otlp], processors: [memory_limiter, tail_sampling, batch], exporters: [otlp_http/traces]}
    {{- if $values.metricsEndpoint }}
    metrics: {receivers: [otlp], processors: [memory_limiter, batch], exporters: [otlp_http/metrics]}
    {{- end }}
{{- end -}}

{{- /* What services are told of it. What pods say of themselves needs no right at the API then. Given (list $ key plain). */ -}}
{{- define "skyshelf.collectorSettings" -}}
{{- $root := index . 0 -}}{{- $plain := index . 2 -}}{{- $collector := $root.Values.monitoring.collector -}}
{{- if and $collector.enabled (ne (index . 1) "companion") -}}
{{- $_ := set $plain "OTEL_EXPORTER_OTLP_ENDPOINT" (printf "http://%s.%s.svc:4318" (include "skyshelf.nameOf" (list $root "collector")) $root.Release.Namespace) -}}
{{- if not $collector.metricsEndpoint -}}{{- $_ := set $plain "OTEL_METRICS_EXPORTER" "none" -}}{{- end -}}
{{- $_ := set $plain "OTEL_RESOURCE_ATTRIBUTES" (printf "k8s.namespace.name=%s,k8s.deployment.name=%s" $root.Release.Namespace (include "skyshelf.nameOf" (list $root (index . 1)))) -}}
{{- end -}}
{{- end -}}

{{- /* From services to the collector. */ -}}
{{- define "skyshelf.collectorRule" -}}
- to:
    - {{- include "skyshelf.podsOf" (list . (list "collector")) | nindent 6 }}
  ports:
    {{- include "skyshelf.portList" (list 4318) | nindent 4 }}
{{- end -}}
