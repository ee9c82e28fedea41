{{- /*
The one skeleton of a service, a part a template: settings.yaml, accounts.yaml, services.yaml, deployments.yaml, budgets.yaml, autoscaling.yaml call these for
each. Given (list $ key facts services).
*/ -}}
{{- define "skyshelf.each" -}}
{{- $root := index . 0 -}}{{- $part := index . 1 -}}
{{- $services := (include "skyshelf.services" $root | fromYaml).services -}}
{{- range $key, $facts := $services }}
{{- with include $part (list $root $key $facts $services) }}
---
{{ . }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "skyshelf.configMap" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}
apiVersion: v1
kind: ConfigMap
metadata:
  {{- include "skyshelf.metadata" (list $root $key (include "skyshelf.nameOf" .)) | nindent 2 }}
data:
  {{- include "skyshelf.settings" . | fromYaml | include "skyshelf.configData" | nindent 2 }}
{{- end -}}

{{- define "skyshelf.account" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "skyshelf.metadata" (list $root $key (include "skyshelf.nameOf" .)) | nindent 2 }}
  {{- with (index . 2).values.serviceAccountAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}

{{- define "skyshelf.deployment" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}{{- $facts := index . 2 -}}
{{- $name := include "skyshelf.nameOf" . -}}
{{- $settings := include "skyshelf.settings" . | fromYaml -}}
apiVersion: apps/v1
kind: Deployment
metadata:
  {{- include "skyshelf.metadata" (list $root $key $name) | nindent 2 }}
spec:
  {{- if not $facts.scaledBy }}
  replicas: {{ int $facts.values.replicas }}
  {{- end }}
  revisionHistoryLimit: 5
  progressDeadlineSeconds: 900
  strategy:
    type: RollingUpdate
    rollingUpdate: {maxUnavailable: 0, maxSurge: 1}
  selector:
    matchLabels:
      {{- include "skyshelf.selector" (list $root $key) | nindent 6 }}
  template:
    metadata:
      labels:
        {{- include "skyshelf.podLabels" (list $root $key) | nindent 8 }}
        {{- with $facts.values.podLabels }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      annotations:
        checksum/config: {{ include "skyshelf.configData" $settings | sha256sum }}
        {{- with $facts.values.podAnnotations }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
    spec:
      {{- include "skyshelf.servicePod" (list $root $key $facts $settings $name) | nindent 6 }}
{{- end -}}

{{- define "skyshelf.servicePod" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}{{- $facts := index . 2 -}}{{- $settings := index . 3 -}}{{- $name := index . 4 -}}
{{- $values := $facts.values -}}
{{- $authorities := include "skyshelf.authorities" (list $root $facts.servers) -}}
{{- include "skyshelf.podBase" (list $root $name $values) }}
{{- with $root.Values.dnsConfig }}
dnsConfig:
  {{- toYaml . | nindent 2 }}
{{- end }}
terminationGracePeriodSeconds: {{ add $values.drainSeconds 40 $values.finishSeconds $values.marginSeconds }}
topologySpreadConstraints:
  {{- include "skyshelf.spread" (list $root $key $values.spread) | trim | nindent 2 }}
containers:
  - name: {{ $key | kebabcase }}
    image: {{ include "skyshelf.image" (list $root (default $facts.program $facts.image) $values.image) }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    {{- include "skyshelf.environment" (list $name $values.extraEnv) | nindent 4 }}
    ports:
      {{- if eq $key "gateway" }}
      - {name: public, containerPort: {{ (include "skyshelf.ports" $root | fromYaml).public }}}
      {{- end }}
      - {name: internal, containerPort: {{ (include "skyshelf.ports" $root | fromYaml).internal }}}
    {{- include "skyshelf.probes" $root | nindent 4 }}
    resources:
      {{- toYaml $values.resources | nindent 6 }}
    securityContext:
      {{- include "skyshelf.containerSecurity" $root | nindent 6 }}
    volumeMounts:
      {{- include "skyshelf.mounts" (list $root $authorities $facts.servers) | nindent 6 }}
      {{- with $values.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
  {{- if and (eq $key "gateway") $root.Values.evaluation.signIn.enabled }}
  {{- include "skyshelf.signInContainer" $root | nindent 2 }}
  {{- end }}
volumes:
  {{- include "skyshelf.volumes" (list $root $settings.secret $authorities $facts.servers $values.tmpSize true) | nindent 2 }}
  {{- with $values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- if and (eq $key "gateway") $root.Values.evaluation.signIn.enabled }}
  - name: sign-in
    secret:
      secretName: {{ include "skyshelf.nameOf" (list $root "signIn") }}
      defaultMode: 288
  {{- end }}
{{- end -}}

{{- /*
Live asks about this process alone, so a database that is away never ends pods. One that leaves is taken out at once by its deletion, so ready has patience with
those that are slow for a moment: on a node where much starts at a time they would be taken out, and no one be there.
*/ -}}
{{- define "skyshelf.probes" -}}
startupProbe:
  httpGet: {path: {{ include "skyshelf.probePath" "started" }}, port: internal}
  periodSeconds: 2
  timeoutSeconds: 10
  failureThreshold: 150
livenessProbe:
  httpGet: {path: {{ include "skyshelf.probePath" "live" }}, port: internal}
  periodSeconds: 10
  timeoutSeconds: 10
  failureThreshold: 6
readinessProbe:
  httpGet: {path: {{ include "skyshelf.probePath" "ready" }}, port: internal}
  periodSeconds: 2
  timeoutSeconds: 10
  failureThreshold: 5
{{- end -}}

{{- /* Clients ask the headless one, whose name has the addresses of all pods. Of the gateway the other one has the public port alone. */ -}}
{{- define "skyshelf.serviceObjects" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}{{- $name := include "skyshelf.nameOf" . -}}
{{- $ports := include "skyshelf.ports" $root | fromYaml -}}{{- $annotations := (index . 2).values.serviceAnnotations -}}
apiVersion: v1
kind: Service
metadata:
  {{- include "skyshelf.metadata" (list $root $key $name) | nindent 2 }}
  {{- with $annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: ClusterIP
  selector:
    {{- include "skyshelf.selector" (list $root $key) | nindent 4 }}
  ports:
    {{- if eq $key "gateway" }}
    - {name: public, port: {{ $ports.public }}, targetPort: public, protocol: TCP, appProtocol: http}
    {{- else }}
    - {name: internal, port: {{ $ports.internal }}, targetPort: internal, protocol: TCP, appProtocol: http}
    {{- end }}
---
apiVersion: v1
kind: Service
metadata:
  {{- include "skyshelf.metadata" (list $root $key (printf "%s-pods" $name)) | nindent 2 }}
  {{- with $annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  type: ClusterIP
  clusterIP: None
  {{- if eq (get (index . 2) "role" | toString) "video" }}
  # A pod that leaves finishes its film, and people who watch it must still find it.
  publishNotReadyAddresses: true
  {{- end }}
  selector:
    {{- include "skyshelf.selector" (list $root $key) | nindent 4 }}
  ports:
    - {name: internal, port: {{ $ports.internal }}, targetPort: internal, protocol: TCP, appProtocol: http}
{{- end -}}
