{{- /* What `restricted` asks of a pod, and more: nothing of the API, no named user. Given (list $ serviceAccount values). */ -}}
{{- define "skyshelf.podBase" -}}
{{- $root := index . 0 -}}{{- $values := index . 2 -}}
serviceAccountName: {{ index . 1 }}
automountServiceAccountToken: false
enableServiceLinks: false
{{- if kindIs "bool" (get $values "hostUsers") }}
hostUsers: {{ $values.hostUsers }}
{{- end }}
{{- with $root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  {{- include "skyshelf.podSecurity" $values | nindent 2 }}
{{- with get $values "nodeSelector" }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with get $values "tolerations" }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with get $values "affinity" }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with get $values "priorityClassName" }}
priorityClassName: {{ . }}
{{- end }}
{{- end -}}

{{- /* A map that is given replaces the chart's ids, an empty one too: OpenShift gives ids of its own. */ -}}
{{- define "skyshelf.podSecurity" -}}
{{- $profile := get . "seccompProfile" | default (dict "type" "RuntimeDefault") -}}
{{- if ne $profile.type "Localhost" -}}{{- $profile = omit $profile "localhostProfile" -}}{{- end -}}
{{- $security := dict "runAsNonRoot" true "seccompProfile" $profile -}}
{{- $ids := dict "runAsUser" 10001 "runAsGroup" 10001 "fsGroup" 10001 "fsGroupChangePolicy" "OnRootMismatch" -}}
{{- $given := get . "podSecurityContext" -}}
{{- include "skyshelf.overlay" (list $security (ternary $given $ids (kindIs "map" $given))) -}}
{{- toYaml $security -}}
{{- end -}}

{{- /* Where pods run that are no service's: as the services' do. */ -}}
{{- define "skyshelf.scheduling" -}}
{{- pick .Values.serviceDefaults "nodeSelector" "tolerations" "affinity" "priorityClassName" "podSecurityContext" | toYaml -}}
{{- end -}}

{{- define "skyshelf.containerSecurity" -}}
allowPrivilegeEscalation: false
privileged: false
readOnlyRootFilesystem: true
runAsNonRoot: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- /* Over zones and nodes; each revision by itself, so that a roll-out ends even. Zones without a usable node don't count. */ -}}
{{- define "skyshelf.spread" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}{{- $spread := index . 2 -}}
{{- range $topology, $how := dict "topology.kubernetes.io/zone" $spread.zones "kubernetes.io/hostname" $spread.nodes }}
- topologyKey: {{ $topology }}
  maxSkew: 1
  whenUnsatisfiable: {{ ternary "DoNotSchedule" "ScheduleAnyway" (eq $how "require") }}
  nodeTaintsPolicy: Honor
  matchLabelKeys: [pod-template-hash]
  labelSelector:
    matchLabels:
      {{- include "skyshelf.selector" (list $root $key) | nindent 6 }}
{{- end }}
{{- end -}}

{{- /* The environment of a container: plain settings from the ConfigMap, paths of secrets. Given (list configMap extraEnv). */ -}}
{{- define "skyshelf.environment" -}}
envFrom:
  - configMapRef:
      name: {{ index . 0 }}
env:
  - name: SKYSHELF_REPLICA
    valueFrom:
      fieldRef:
        fieldPath: metadata.name
  {{- with index . 1 }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- /* What the ConfigMap holds: plain settings, and where the files of secrets are. */ -}}
{{- define "skyshelf.configData" -}}
{{- $data := deepCopy .plain -}}
{{- range $name, $from := .secret -}}
{{- $_ := set $data (printf "%s_FILE" $name) (printf "/etc/skyshelf/%s" $name) -}}
{{- end -}}
{{- toYaml $data -}}
{{- end -}}

{{- define "skyshelf.mounts" -}}
- name: secrets
  mountPath: /etc/skyshelf
  readOnly: true
- name: tmp
  mountPath: /tmp
{{- range $server, $map := (index . 1 | fromYaml) }}
- name: ca-{{ $server }}
  mountPath: /etc/skyshelf/ca/{{ $server }}
  readOnly: true
{{- end }}
{{- if and (has "s3" (index . 2)) (index . 0).Values.s3.webIdentity.roleArn }}
- name: web-identity
  mountPath: /etc/skyshelf/web-identity
  readOnly: true
{{- end }}
{{- end -}}

{{- /* The ConfigMaps with the authorities of the servers that are used. Given (list $ servers). */ -}}
{{- define "skyshelf.authorities" -}}
{{- $maps := dict -}}
{{- range $server := index . 1 -}}
{{- with (get (index $ 0).Values $server).caConfigMap -}}{{- $_ := set $maps $server . -}}{{- end -}}
{{- end -}}
{{- toYaml $maps -}}
{{- end -}}

{{- /* Given (list $ secrets authorities servers tmpSize withKeys). */ -}}
{{- define "skyshelf.volumes" -}}
{{- $root := index . 0 -}}{{- $secret := index . 1 -}}{{- $s3 := $root.Values.s3 -}}
- name: secrets
  projected:
    defaultMode: 288
    sources:
      {{- if index . 5 }}
      - secret:
          name: {{ include "skyshelf.keysSecret" $root }}
          items:
            - {key: keys.json, path: keys.json}
      {{- end }}
      {{- range $name, $from := $secret }}
      - secret:
          name: {{ $from.secret }}
          items:
            - {key: {{ $from.key | quote }}, path: {{ $name }}}
      {{- end }}
- name: tmp
  emptyDir:
    sizeLimit: {{ index . 4 }}
{{- range $server, $map := (index . 2 | fromYaml) }}
- name: ca-{{ $server }}
  configMap:
    name: {{ $map }}
    items:
      - {key: ca.crt, path: ca.crt}
{{- end }}
{{- if and (has "s3" (index . 3)) $s3.webIdentity.roleArn }}
- name: web-identity
  projected:
    defaultMode: 288
    sources:
      - serviceAccountToken:
          audience: {{ $s3.webIdentity.audience }}
          expirationSeconds: {{ int $s3.webIdentity.expirationSeconds }}
          path: token
{{- end }}
{{- end -}}
