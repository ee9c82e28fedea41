{{- /*
A pod of the operator's command. Given (list $ key args settings servers withKeys further): `settings` as a service has them, `further` containers that run
before and volumes.
*/ -}}
{{- define "skyshelf.operatorPod" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}{{- $settings := index . 3 -}}{{- $servers := index . 4 -}}
{{- $authorities := include "skyshelf.authorities" (list $root $servers) -}}
{{- $values := include "skyshelf.operatorValues" $root | fromYaml -}}
{{- include "skyshelf.podBase" (list $root (include "skyshelf.nameOf" (list $root $key)) $values) }}
restartPolicy: {{ ternary "Never" "OnFailure" (eq $key "smoke") }}
{{- $further := index . 6 }}
{{- with $further.initContainers }}
initContainers:
  {{- toYaml . | nindent 2 }}
{{- end }}
containers:
  - name: skyshelf
    image: {{ include "skyshelf.operationsImage" $root }}
    imagePullPolicy: {{ $root.Values.image.pullPolicy }}
    args: {{ index . 2 | toJson }}
    env:
      {{- range $name, $value := include "skyshelf.operatorEnvironment" (list $settings $values) | fromYaml }}
      - {name: {{ $name }}, value: {{ $value | quote }}}
      {{- end }}
      {{- with $values.extraEnv }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
    resources:
      {{- toYaml $root.Values.operations.resources | nindent 6 }}
    securityContext:
      {{- include "skyshelf.containerSecurity" $root | nindent 6 }}
    volumeMounts:
      {{- include "skyshelf.mounts" (list $root $authorities $servers) | nindent 6 }}
      {{- with $values.extraVolumeMounts }}
      {{- toYaml . | nindent 6 }}
      {{- end }}
volumes:
  {{- include "skyshelf.volumes" (list $root $settings.secret $authorities $servers "128Mi" (index . 5)) | nindent 2 }}
  {{- with $values.extraVolumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
  {{- with $further.volumes }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- end -}}

{{- /* What Jobs share with the services, and `operations` over it. */ -}}
{{- define "skyshelf.operatorValues" -}}
{{- $values := deepCopy .Values.serviceDefaults -}}
{{- include "skyshelf.overlay" (list $values .Values.operations) -}}
{{- toYaml $values -}}
{{- end -}}

{{- /* Given (list settings values): what `env` and `extraEnv` name is theirs. */ -}}
{{- define "skyshelf.operatorEnvironment" -}}
{{- $environment := include "skyshelf.configData" (index . 0) | fromYaml -}}
{{- range $name, $value := (index . 1).env -}}{{- $_ := set $environment $name (include "skyshelf.text" $value) -}}{{- end -}}
{{- range (index . 1).extraEnv -}}
{{- $environment = omit $environment .name (printf "%s_FILE" .name) -}}
{{- end -}}
{{- toYaml $environment -}}
{{- end -}}

{{- /* Given (list $ key annotations): `annotations` are those of a hook. */ -}}
{{- define "skyshelf.operatorAccount" -}}
{{- $root := index . 0 -}}{{- $key := index . 1 -}}
{{- $own := (include "skyshelf.operatorValues" $root | fromYaml).serviceAccountAnnotations -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "skyshelf.metadata" (list $root $key (include "skyshelf.nameOf" (list $root $key))) | nindent 2 }}
  {{- with merge (dict) (index . 2) $own }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
automountServiceAccountToken: false
{{- end -}}

{{- /* Labels and annotations of a Job's pod. */ -}}
{{- define "skyshelf.operatorPodMetadata" -}}
{{- $values := include "skyshelf.operatorValues" (index . 0) | fromYaml -}}
labels:
  {{- include "skyshelf.podLabels" . | nindent 2 }}
  {{- with $values.podLabels }}
  {{- toYaml . | nindent 2 }}
  {{- end }}
{{- with $values.podAnnotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* What the operator's commands are told to find the services. */ -}}
{{- define "skyshelf.operatorSettings" -}}
{{- $services := (include "skyshelf.services" . | fromYaml).services -}}
plain:
  SKYSHELF_KEYS_FILE: /etc/skyshelf/keys.json
  SKYSHELF_PEERS: {{ include "skyshelf.peers" (list . $services) | quote }}
secret: {}
{{- end -}}

{{- /* Before anything else a lone MongoDB becomes a replica set with the product's user. */ -}}
{{- define "skyshelf.formReplicaSet" -}}
{{- if .Values.evaluation.mongodb.enabled -}}
initContainers:
  - name: replica-set
    image: {{ include "skyshelf.evaluationImage" . }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    args: [replica-set, /etc/skyshelf/MONGODB_URI, /etc/mongodb/member-key]
    resources:
      {{- toYaml .Values.evaluation.resources | nindent 6 }}
    securityContext:
      {{- include "skyshelf.containerSecurity" . | nindent 6 }}
    volumeMounts:
      - {name: secrets, mountPath: /etc/skyshelf, readOnly: true}
      - {name: member-key, mountPath: /etc/mongodb, readOnly: true}
      - {name: tmp, mountPath: /tmp}
volumes:
  - name: member-key
    secret:
      secretName: {{ include "skyshelf.nameOf" (list . "mongodb") }}
      defaultMode: 288
      items: [{key: member-key, path: member-key}]
{{- end -}}
{{- end -}}
