{{- /* Of a service of one pod too: its node can be drained. */ -}}
{{- define "skyshelf.budget" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}
apiVersion: policy/v1
kind: PodDisruptionBudget
metadata:
  {{- include "skyshelf.metadata" (list $root $key (include "skyshelf.nameOf" .)) | nindent 2 }}
spec:
  maxUnavailable: 1
  unhealthyPodEvictionPolicy: AlwaysAllow
  selector:
    matchLabels:
      {{- include "skyshelf.selector" . | nindent 6 }}
{{- end -}}

{{- define "skyshelf.autoscaler" -}}
{{- with (index . 2).scaledBy -}}
{{- include (printf "skyshelf.%s" .) $ -}}
{{- end -}}
{{- end -}}

{{- define "skyshelf.hpa" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}{{- $facts := index . 2 -}}{{- $name := include "skyshelf.nameOf" . -}}
apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata:
  {{- include "skyshelf.metadata" (list $root $key $name) | nindent 2 }}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: {{ $name }}}
  minReplicas: {{ int $facts.values.autoscaling.minReplicas }}
  maxReplicas: {{ int $facts.values.autoscaling.maxReplicas }}
  metrics:
    - type: ContainerResource
      containerResource:
        name: cpu
        container: {{ $key | kebabcase }}
        target: {type: Utilization, averageUtilization: {{ int $facts.values.autoscaling.targetCPU }}}
  behavior:
    {{- include "skyshelf.behavior" $root | nindent 4 }}
{{- end -}}

{{- /* Up at once, by half as much again or two pods; down a pod a minute after five quiet ones. */ -}}
{{- define "skyshelf.behavior" -}}
scaleUp:
  stabilizationWindowSeconds: 0
  selectPolicy: Max
  policies:
    - {type: Percent, value: 50, periodSeconds: 30}
    - {type: Pods, value: 2, periodSeconds: 30}
scaleDown:
  stabilizationWindowSeconds: 300
  selectPolicy: Max
  policies:
    - {type: Pods, value: 1, periodSeconds: 60}
{{- end -}}

{{- /* By the work that waits, as media without a role tells it of all roles: it does so too where the role has no pod. */ -}}
{{- define "skyshelf.keda" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}{{- $facts := index . 2 -}}{{- $name := include "skyshelf.nameOf" . -}}
{{- $keda := $root.Values.keda -}}{{- $role := get $keda.roles $key -}}
{{- $kafka := include "skyshelf.kafka" $root | fromYaml -}}
apiVersion: keda.sh/v1alpha1
kind: ScaledObject
metadata:
  {{- include "skyshelf.metadata" (list $root $key $name) | nindent 2 }}
spec:
  scaleTargetRef: {apiVersion: apps/v1, kind: Deployment, name: {{ $name }}}
  pollingInterval: {{ int $keda.pollingInterval }}
  cooldownPeriod: {{ int $keda.cooldownPeriod }}
  minReplicaCount: {{ int $role.minReplicas }}
  maxReplicaCount: {{ int $role.maxReplicas }}
  fallback:
    failureThreshold: {{ int $keda.fallback.failureThreshold }}
    replicas: {{ int $role.fallbackReplicas }}
  advanced:
    horizontalPodAutoscalerConfig:
      behavior:
        {{- include "skyshelf.behavior" $root | nindent 8 }}
  triggers:
    {{- include "skyshelf.mediaTrigger" (list $root (printf "skyshelf_open_role_jobs{role=%q}" $facts.role) (int $role.jobsPerReplica) "jobs") | nindent 4 }}
    {{- include "skyshelf.mediaTrigger" (list $root (printf "skyshelf_oldest_role_job_age_seconds{role=%q}" $facts.role) (int $role.oldestSeconds) "age") | nindent 4 }}
    {{- if $keda.kafkaLag }}
    - type: kafka
      name: lag
      metadata:
        bootstrapServers: {{ join "," $kafka.brokers | quote }}
        consumerGroup: {{ printf "%s.media" $root.Values.kafka.topicPrefix }}
        topic: {{ printf "%s.catalog" $root.Values.kafka.topicPrefix }}
        lagThreshold: {{ int $keda.kafkaLagThreshold | quote }}
        activationLagThreshold: {{ int $keda.kafkaLagThreshold | quote }}
        tls: {{ ternary "enable" "disable" $kafka.tls }}
      {{- with $keda.kafkaAuthentication }}
      authenticationRef: {name: {{ . }}}
      {{- end }}
    {{- end }}
{{- end -}}

{{- define "skyshelf.mediaTrigger" -}}
{{- $root := index . 0 -}}
{{- $ports := include "skyshelf.ports" $root | fromYaml -}}
- type: metrics-api
  name: {{ index . 3 }}
  metricType: AverageValue
  metadata:
    url: {{ printf "http://%s-pods.%s.svc:%v/metrics" (include "skyshelf.nameOf" (list $root "media")) $root.Release.Namespace $ports.internal }}
    format: prometheus
    valueLocation: {{ index . 1 | squote }}
    targetValue: {{ index . 2 | quote }}
    activationTargetValue: "0"
    {{- if $root.Values.keda.average }}
    aggregateFromKubeServiceEndpoints: "true"
    aggregationType: average
    {{- end }}
    authMode: bearer
  authenticationRef: {name: {{ include "skyshelf.nameOf" (list $root "mediaMetrics") }}}
{{- end -}}
