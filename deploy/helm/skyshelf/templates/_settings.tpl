{{- /*
What a process is told, as YAML: {plain: {NAME: text}, secret: {NAME: {secret, key}}}. One map each, so nothing is there twice; a secret is a file
whose path stands in NAME_FILE. Given (list $ key facts services).
*/ -}}
{{- define "skyshelf.settings" -}}
{{- $root := index . 0 -}}{{- $facts := index . 2 -}}{{- $services := index . 3 -}}
{{- $plain := dict -}}{{- $secret := dict -}}
{{- include "skyshelf.collectorSettings" (list $root (index . 1) $plain) -}}
{{- $reads := get (get ($root.Files.Get "files/settings.json" | fromJson) "programs") $facts.program | default dict -}}
{{- include "skyshelf.chartSettings" (list $root $facts $services $plain $secret) -}}
{{- range $name, $value := $root.Values.settings -}}
{{- if has $name $reads.plain -}}{{- $_ := set $plain $name (include "skyshelf.text" $value) -}}{{- end -}}
{{- end -}}
{{- range $name, $from := $root.Values.secretSettings -}}
{{- if has $name $reads.secret -}}{{- $_ := set $secret $name $from -}}{{- end -}}
{{- end -}}
{{- range $name, $value := $facts.values.env -}}
{{- $_ := unset $secret $name -}}
{{- $_ := set $plain $name (include "skyshelf.text" $value) -}}
{{- end -}}
{{- range $facts.values.extraEnv -}}
{{- $_ := unset $secret .name -}}{{- $_ := unset $plain .name -}}
{{- end -}}
{{- toYaml (dict "plain" $plain "secret" $secret) -}}
{{- end -}}

{{- /* What the chart itself says, put into the two maps. */ -}}
{{- define "skyshelf.chartSettings" -}}
{{- $root := index . 0 -}}{{- $facts := index . 1 -}}{{- $services := index . 2 -}}{{- $plain := index . 3 -}}{{- $secret := index . 4 -}}
{{- $values := $root.Values -}}
{{- $ports := include "skyshelf.ports" $root | fromYaml -}}
{{- $keys := include "skyshelf.keysSecret" $root -}}
{{- $_ := set $plain "NODE_ENV" "production" -}}
{{- $_ := set $plain "PUBLIC_URL" $values.publicUrl -}}
{{- $_ := set $plain "SKYSHELF_KEYS_FILE" "/etc/skyshelf/keys.json" -}}
{{- $_ := set $secret "METRICS_TOKEN" (dict "secret" $keys "key" "metrics-token") -}}
{{- $_ := set $plain "DRAIN_MS" (mul 1000 (int $facts.values.drainSeconds) | toString) -}}
{{- if $facts.values.finishSeconds -}}{{- $_ := set $plain "FINISH_SECONDS" (include "skyshelf.text" $facts.values.finishSeconds) -}}{{- end -}}
{{- if eq $facts.program "companion" -}}
{{- $_ := set $plain "COMPANION_LISTEN" (printf "http://0.0.0.0:%v" $ports.internal) -}}
{{- $_ := set $plain "COMPANION_STORAGE" (include "skyshelf.peer" (list $root "storage")) -}}
{{- else -}}
{{- if $values.prepare.enabled -}}{{- $_ := set $plain "SKYSHELF_PREPARED" "true" -}}{{- end -}}
{{- $_ := set $plain "INTERNAL_HOST" "0.0.0.0" -}}
{{- $_ := set $plain "INTERNAL_PORT" ($ports.internal | toString) -}}
{{- $_ := set $plain "SKYSHELF_PEERS" (include "skyshelf.peers" (list $root $services)) -}}
{{- end -}}
{{- if eq $facts.program "gateway" -}}
{{- $_ := set $plain "HOST" "0.0.0.0" -}}
{{- $_ := set $plain "PORT" ($ports.public | toString) -}}
{{- if not (kindIs "invalid" $values.trustedProxies) -}}
{{- $_ := set $plain "TRUSTED_PROXIES" (include "skyshelf.text" $values.trustedProxies) -}}
{{- end -}}
{{- if hasKey $services "companion" -}}
{{- $_ := set $plain "SKYSHELF_COMPANION" (include "skyshelf.peer" (list $root "companion")) -}}
{{- end -}}
{{- if $values.evaluation.signIn.enabled -}}
{{- $_ := set $secret "IDENTITY_PROVIDERS" (dict "secret" (include "skyshelf.nameOf" (list $root "signIn")) "key" "providers.json") -}}
{{- end -}}
{{- end -}}
{{- if has $facts.program (list "gateway" "media") -}}
{{- $_ := set $plain "WEBSITE_THUMBNAILS" (hasKey $services "mediaWebsite" | toString) -}}
{{- end -}}
{{- if eq $facts.program "media" -}}
{{- $_ := set $plain "MEDIA_ROLES" (default "none" $facts.role) -}}
{{- end -}}
{{- include "skyshelf.serverSettings" (list $root $facts.servers $plain $secret) -}}
{{- with get $values.mongodb.services $facts.program -}}{{- $_ := set $secret "MONGODB_URI" . -}}{{- end -}}
{{- if and (eq $facts.program "gateway") (not (has "s3" $facts.servers)) -}}
{{- /* Where the page may send parts of files to. */ -}}
{{- $s3 := include "skyshelf.s3" $root | fromYaml -}}
{{- $_ := set $plain "S3_ENDPOINT" $s3.endpoint -}}
{{- $_ := set $plain "S3_PUBLIC_ENDPOINT" $s3.publicEndpoint -}}
{{- end -}}
{{- end -}}

{{- /* How MongoDB, Kafka and the S3 store are reached: those of `servers`. */ -}}
{{- define "skyshelf.serverSettings" -}}
{{- $root := index . 0 -}}{{- $servers := index . 1 -}}{{- $plain := index . 2 -}}{{- $secret := index . 3 -}}
{{- $values := $root.Values -}}
{{- if has "mongodb" $servers -}}
{{- $mongodb := $values.mongodb -}}
{{- $from := dict "secret" $mongodb.existingSecret "key" $mongodb.secretKey -}}
{{- if $values.evaluation.mongodb.enabled -}}{{- $from = dict "secret" (include "skyshelf.nameOf" (list $root "mongodb")) "key" "uri" -}}{{- end -}}
{{- if $from.secret -}}{{- $_ := set $secret "MONGODB_URI" $from -}}{{- end -}}
{{- with $mongodb.databasePrefix -}}{{- $_ := set $plain "SKYSHELF_DATABASE_PREFIX" . -}}{{- end -}}
{{- if $mongodb.caConfigMap -}}{{- $_ := set $plain "MONGODB_CA_FILE" "/etc/skyshelf/ca/mongodb/ca.crt" -}}{{- end -}}
{{- end -}}
{{- if has "kafka" $servers -}}
{{- $kafka := include "skyshelf.kafka" $root | fromYaml -}}
{{- $_ := set $plain "KAFKA_BROKERS" (join "," $kafka.brokers) -}}
{{- $_ := set $plain "KAFKA_TLS" (toString $kafka.tls) -}}
{{- $_ := set $plain "KAFKA_TOPIC_PREFIX" $values.kafka.topicPrefix -}}
{{- $_ := set $plain "KAFKA_PARTITIONS" (include "skyshelf.text" $kafka.partitions) -}}
{{- $_ := set $plain "KAFKA_REPLICATION" (include "skyshelf.text" $kafka.replication) -}}
{{- if $kafka.username -}}
{{- $_ := set $plain "KAFKA_USERNAME" $kafka.username -}}
{{- $_ := set $plain "KAFKA_SASL_MECHANISM" $kafka.mechanism -}}
{{- $_ := set $secret "KAFKA_PASSWORD" $kafka.password -}}
{{- end -}}
{{- if $values.kafka.caConfigMap -}}{{- $_ := set $plain "KAFKA_CA_FILE" "/etc/skyshelf/ca/kafka/ca.crt" -}}{{- end -}}
{{- end -}}
{{- if has "s3" $servers -}}
{{- $s3 := include "skyshelf.s3" $root | fromYaml -}}
{{- $_ := set $plain "S3_ENDPOINT" $s3.endpoint -}}
{{- $_ := set $plain "S3_PUBLIC_ENDPOINT" $s3.publicEndpoint -}}
{{- $_ := set $plain "S3_BUCKET" $values.s3.bucket -}}
{{- $_ := set $plain "S3_REGION" $values.s3.region -}}
{{- if $values.s3.webIdentity.roleArn -}}
{{- $_ := set $plain "AWS_ROLE_ARN" $values.s3.webIdentity.roleArn -}}
{{- with $values.s3.webIdentity.endpoint -}}{{- $_ := set $plain "AWS_ENDPOINT_URL_STS" . -}}{{- end -}}
{{- $_ := set $plain "AWS_WEB_IDENTITY_TOKEN_FILE" "/etc/skyshelf/web-identity/token" -}}
{{- else -}}
{{- $_ := set $secret "S3_ACCESS_KEY" (dict "secret" $s3.secret "key" $s3.accessKeyKey) -}}
{{- $_ := set $secret "S3_SECRET_KEY" (dict "secret" $s3.secret "key" $s3.secretKeyKey) -}}
{{- end -}}
{{- if $values.s3.caConfigMap -}}{{- $_ := set $plain "S3_CA_FILE" "/etc/skyshelf/ca/s3/ca.crt" -}}{{- end -}}
{{- end -}}
{{- end -}}

{{- define "skyshelf.keysSecret" -}}
{{- default (include "skyshelf.nameOf" (list . "keys")) .Values.keys.existingSecret -}}
{{- end -}}

{{- /* The evaluation's broker, or the one that is named. */ -}}
{{- define "skyshelf.kafka" -}}
{{- $kafka := .Values.kafka -}}
{{- if .Values.evaluation.kafka.enabled -}}
{{- $name := include "skyshelf.nameOf" (list . "kafka") -}}
brokers: [{{ printf "%s.%s.svc:9092" $name .Release.Namespace | quote }}]
tls: false
username: skyshelf
mechanism: plain
password: {secret: {{ $name }}, key: password}
partitions: {{ min 8 (int $kafka.partitions) }}
replication: 1
{{- else -}}
brokers: {{ $kafka.brokers | toJson }}
tls: {{ $kafka.tls }}
username: {{ $kafka.username | quote }}
mechanism: {{ $kafka.mechanism }}
password: {secret: {{ $kafka.existingSecret | quote }}, key: {{ $kafka.secretKey }}}
partitions: {{ int $kafka.partitions }}
replication: {{ int $kafka.replication }}
{{- end -}}
{{- end -}}

{{- /* The evaluation's store, or the one that is named. */ -}}
{{- define "skyshelf.s3" -}}
{{- $s3 := .Values.s3 -}}
{{- if .Values.evaluation.s3.enabled -}}
{{- $name := include "skyshelf.nameOf" (list . "s3") -}}
endpoint: {{ printf "http://%s.%s.svc:7070" $name .Release.Namespace }}
publicEndpoint: {{ default (printf "http://127.0.0.1:%v" (int .Values.evaluation.s3.localPort)) $s3.publicEndpoint }}
secret: {{ $name }}
accessKeyKey: access-key
secretKeyKey: secret-key
{{- else -}}
endpoint: {{ $s3.endpoint | quote }}
publicEndpoint: {{ default $s3.endpoint $s3.publicEndpoint | quote }}
secret: {{ $s3.existingSecret | quote }}
accessKeyKey: {{ $s3.accessKeyKey }}
secretKeyKey: {{ $s3.secretKeyKey }}
{{- end -}}
{{- end -}}
