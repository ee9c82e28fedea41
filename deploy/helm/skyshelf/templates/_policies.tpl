{{- /* Pods of this release by their components. Given (list $ keys). */ -}}
{{- define "skyshelf.podsOf" -}}
{{- $root := index . 0 -}}{{- $components := list -}}
{{- range index . 1 -}}{{- $components = append $components (kebabcase .) -}}{{- end -}}
podSelector:
  matchLabels:
    app.kubernetes.io/name: {{ include "skyshelf.name" $root }}
    app.kubernetes.io/instance: {{ $root.Release.Name }}
  matchExpressions:
    - {key: app.kubernetes.io/component, operator: In, values: {{ $components | sortAlpha | uniq | toJson }}}
{{- end -}}

{{- define "skyshelf.dnsRule" -}}
- ports:
    {{- range .Values.networkPolicy.dnsPorts }}
    - {protocol: UDP, port: {{ int . }}}
    - {protocol: TCP, port: {{ int . }}}
    {{- end }}
  {{- with .Values.networkPolicy.dns }}
  to:
    {{- toYaml . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- /* Given a list of ports. */ -}}
{{- define "skyshelf.portList" -}}
{{- $ports := list -}}
{{- range . -}}{{- $ports = append $ports (dict "protocol" "TCP" "port" (int .)) -}}{{- end -}}
{{- toYaml $ports -}}
{{- end -}}

{{- /* To a server: the evaluation's pod, or where the values say that yours is. Given (list $ server). */ -}}
{{- define "skyshelf.serverRule" -}}
{{- $root := index . 0 -}}{{- $server := index . 1 -}}
{{- if (get $root.Values.evaluation $server).enabled }}
- to:
    - {{- include "skyshelf.podsOf" (list $root (list $server)) | nindent 6 }}
  ports:
    {{- include "skyshelf.portList" (list (get (dict "mongodb" 27017 "kafka" 9092 "s3" 7070) $server)) | nindent 4 }}
{{- else }}
{{- $values := get $root.Values $server }}
- to:
    {{- toYaml $values.network | nindent 4 }}
  ports:
    {{- include "skyshelf.portList" $values.ports | nindent 4 }}
{{- end }}
{{- end -}}

{{- /* To public addresses. Given (list $ ports). */ -}}
{{- define "skyshelf.outsideRule" -}}
{{- $root := index . 0 -}}{{- $four := list -}}{{- $six := list -}}
{{- range $root.Values.networkPolicy.privateRanges -}}
{{- if contains ":" . -}}{{- $six = append $six . -}}{{- else -}}{{- $four = append $four . -}}{{- end -}}
{{- end -}}
- to:
    - ipBlock:
        cidr: 0.0.0.0/0
        except: {{ $four | toJson }}
    - ipBlock:
        cidr: ::/0
        except: {{ $six | toJson }}
  {{- if not (has "any" (index . 1)) }}
  ports:
    {{- include "skyshelf.portList" (index . 1) | nindent 4 }}
  {{- end }}
{{- end -}}

{{- /* All that a pod may reach. Given (list $ key calls servers outside). */ -}}
{{- define "skyshelf.egress" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}{{- $servers := index . 3 -}}
{{- $identity := $root.Values.s3.webIdentity -}}
{{- include "skyshelf.dnsRule" $root }}
{{- with index . 2 }}
- to:
    - {{- include "skyshelf.podsOf" (list $root .) | nindent 6 }}
  ports:
    {{- include "skyshelf.portList" (list (include "skyshelf.ports" $root | fromYaml).internal) | nindent 4 }}
{{- end }}
{{- range $servers }}
{{- include "skyshelf.serverRule" (list $root .) }}
{{- end }}
{{- if and (has "s3" $servers) $identity.roleArn }}
- to:
    {{- toYaml $identity.network | nindent 4 }}
  ports:
    - {protocol: TCP, port: 443}
{{- end }}
{{- with index . 4 }}
{{ include "skyshelf.outsideRule" (list $root .) }}
{{- end }}
{{- if and $root.Values.monitoring.collector.enabled (not (has $key (list "companion" "fsck" "prepare"))) }}
{{ include "skyshelf.collectorRule" $root }}
{{- end }}
{{- with get $root.Values.networkPolicy.extraEgress $key }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Who may reach a service. Given (list $ key callers). */ -}}
{{- define "skyshelf.ingress" -}}
{{- $root := index . 0 -}}{{- $ports := include "skyshelf.ports" $root | fromYaml -}}
{{- with index . 2 -}}
- from:
    - {{- include "skyshelf.podsOf" (list $root .) | nindent 6 }}
  ports:
    {{- include "skyshelf.portList" (list $ports.internal) | nindent 4 }}
{{- end }}
{{- with $root.Values.networkPolicy.metricsFrom }}
- from:
    {{- toYaml . | nindent 4 }}
  ports:
    {{- include "skyshelf.portList" (list $ports.internal) | nindent 4 }}
{{- end }}
{{- if eq (index . 1) "gateway" }}
- ports:
    {{- include "skyshelf.portList" (list $ports.public) | nindent 4 }}
  {{- with $root.Values.networkPolicy.publicFrom }}
  from:
    {{- toYaml . | nindent 4 }}
    - {{- include "skyshelf.podsOf" (list $root (list "smoke")) | nindent 6 }}
  {{- end }}
{{- end }}
{{- end -}}

{{- /* Given (list $ key name ingress egress annotations): nothing else goes. */ -}}
{{- define "skyshelf.policy" -}}
{{- $root := index . 0 -}}
apiVersion: networking.k8s.io/v1
kind: NetworkPolicy
metadata:
  {{- include "skyshelf.metadata" . | nindent 2 }}
  {{- with index . 5 }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  podSelector:
    matchLabels:
      {{- include "skyshelf.selector" . | nindent 6 }}
  policyTypes: [Ingress, Egress]
  {{- with index . 3 | trim }}
  ingress:
    {{- . | nindent 4 }}
  {{- end }}
  {{- with index . 4 | trim }}
  egress:
    {{- . | nindent 4 }}
  {{- end }}
{{- end -}}

{{- /* Those that the operator's commands ask. */ -}}
{{- define "skyshelf.askedByOperator" -}}
{{- $asked := list "gateway" "catalog" "storage" "media" "billing" "notify" -}}
{{- toYaml $asked -}}
{{- end -}}
