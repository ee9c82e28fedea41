{{- /* A server of one pod with a volume. Given (list $ server parts): parts are YAML of containers, initContainers, volumes. */ -}}
{{- define "skyshelf.server" -}}
{{- $root := index . 0 -}}{{- $server := index . 1 -}}{{- $port := index . 2 -}}{{- $parts := index . 3 -}}
{{- $name := include "skyshelf.nameOf" (list $root $server) -}}
{{- $values := get $root.Values.evaluation $server -}}
apiVersion: v1
kind: ServiceAccount
metadata:
  {{- include "skyshelf.metadata" (list $root $server $name) | nindent 2 }}
automountServiceAccountToken: false
---
apiVersion: v1
kind: Service
metadata:
  {{- include "skyshelf.metadata" (list $root $server $name) | nindent 2 }}
spec:
  type: ClusterIP
  clusterIP: None
  # Its own name must lead to it before it is ready.
  publishNotReadyAddresses: true
  selector:
    {{- include "skyshelf.selector" (list $root $server) | nindent 4 }}
  ports:
    - {name: {{ $server }}, port: {{ $port }}, targetPort: {{ $server }}, protocol: TCP}
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  {{- include "skyshelf.metadata" (list $root $server $name) | nindent 2 }}
spec:
  replicas: 1
  serviceName: {{ $name }}
  selector:
    matchLabels:
      {{- include "skyshelf.selector" (list $root $server) | nindent 6 }}
  persistentVolumeClaimRetentionPolicy: {whenDeleted: Retain, whenScaled: Retain}
  template:
    metadata:
      labels:
        {{- include "skyshelf.podLabels" (list $root $server) | nindent 8 }}
    spec:
      {{- include "skyshelf.podBase" (list $root $name (include "skyshelf.scheduling" $root | fromYaml)) | nindent 6 }}
      terminationGracePeriodSeconds: 60
      {{- with $parts.initContainers }}
      initContainers:
        {{- range . }}
        - {{- toYaml . | nindent 10 }}
          securityContext:
            {{- include "skyshelf.containerSecurity" $root | nindent 12 }}
        {{- end }}
      {{- end }}
      containers:
        - name: {{ $server }}
          image: {{ $values.image }}
          imagePullPolicy: {{ $root.Values.image.pullPolicy }}
          {{- toYaml $parts.container | nindent 10 }}
          ports:
            - {name: {{ $server }}, containerPort: {{ $port }}}
          startupProbe:
            tcpSocket: {port: {{ $server }}}
            periodSeconds: 2
            failureThreshold: 150
          readinessProbe:
            {{- toYaml $parts.readiness | nindent 12 }}
            periodSeconds: 5
          resources:
            {{- toYaml $values.resources | nindent 12 }}
          securityContext:
            {{- include "skyshelf.containerSecurity" $root | nindent 12 }}
      volumes:
        - {name: tmp, emptyDir: {sizeLimit: 512Mi}}
        {{- with $parts.volumes }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumeClaimTemplates:
    - metadata:
        name: data
        labels:
          {{- include "skyshelf.selector" (list $root $server) | nindent 10 }}
      spec:
        accessModes: [ReadWriteOnce]
        {{- with $values.storageClass }}
        storageClassName: {{ . }}
        {{- end }}
        resources:
          requests: {storage: {{ $values.size }}}
{{- end -}}

{{- define "skyshelf.operationsImage" -}}
{{- include "skyshelf.image" (list . "operations" .Values.operations.image) -}}
{{- end -}}

{{- define "skyshelf.evaluationImage" -}}
{{- include "skyshelf.image" (list . "evaluation" .Values.evaluation.image) -}}
{{- end -}}

{{- /* The key by which members of the set know each other must be readable by its owner alone, which no volume of a Secret is. */ -}}
{{- define "skyshelf.mongodbParts" -}}
{{- $name := include "skyshelf.nameOf" (list . "mongodb") -}}
initContainers:
  - name: member-key
    image: {{ include "skyshelf.evaluationImage" . }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    args: [member-key, /etc/mongodb/member-key, /run/mongodb/member-key]
    resources:
      {{- toYaml .Values.evaluation.resources | nindent 6 }}
    volumeMounts:
      - {name: secret, mountPath: /etc/mongodb, readOnly: true}
      - {name: run, mountPath: /run/mongodb}
      - {name: tmp, mountPath: /tmp}
container:
  {{- with .Values.evaluation.mongodb.command }}
  command: {{ toJson . }}
  {{- end }}
  args:
    - --dbpath=/data/db
    - --port=27017
    - --bind_ip_all
    - --replSet=rs0
    - --keyFile=/run/mongodb/member-key
    - --wiredTigerCacheSizeGB=0.25
    - --networkMessageCompressors=snappy
    - --nounixsocket
    - --quiet
    - --setParameter=enableLocalhostAuthBypass=false
    - --setParameter=diagnosticDataCollectionEnabled=false
  volumeMounts:
    - {name: data, mountPath: /data/db}
    - {name: run, mountPath: /run/mongodb, readOnly: true}
    - {name: tmp, mountPath: /tmp}
readiness:
  tcpSocket: {port: mongodb}
volumes:
  - {name: secret, secret: {secretName: {{ $name }}, defaultMode: 288, items: [{key: member-key, path: member-key}]}}
  - {name: run, emptyDir: {medium: Memory, sizeLimit: 1Mi}}
{{- end -}}

{{- define "skyshelf.kafkaParts" -}}
{{- $name := include "skyshelf.nameOf" (list . "kafka") -}}
{{- $kafka := .Values.evaluation.kafka -}}
{{- $environment := list (dict "name" "KAFKA_HEAP_OPTS" "value" "-Xms256m -Xmx512m") (dict "name" "LOG_DIR" "value" "/tmp/logs") -}}
initContainers:
  - name: format
    image: {{ $kafka.image }}
    imagePullPolicy: {{ .Values.image.pullPolicy }}
    command: {{ $kafka.formatCommand | toJson }}
    args: [format, --standalone, --ignore-formatted, --cluster-id, $(CLUSTER_ID), --config, /etc/kafka-settings/server.properties]
    env:
      {{- $environment | toYaml | nindent 6 }}
      - name: CLUSTER_ID
        valueFrom: {secretKeyRef: {name: {{ $name }}, key: cluster-id}}
    resources:
      {{- toYaml $kafka.resources | nindent 6 }}
    volumeMounts: &mounts
      - {name: data, mountPath: /var/lib/kafka}
      - {name: settings, mountPath: /etc/kafka-settings, readOnly: true}
      - {name: tmp, mountPath: /tmp}
container:
  command: {{ $kafka.command | toJson }}
  args: [/etc/kafka-settings/server.properties]
  env:
    {{- $environment | toYaml | nindent 4 }}
  volumeMounts: *mounts
readiness:
  tcpSocket: {port: kafka}
volumes:
  - {name: settings, secret: {secretName: {{ $name }}, defaultMode: 288, items: [{key: server.properties, path: server.properties}]}}
{{- end -}}

{{- /* One broker that is also the controller; no one is served without signing in. */ -}}
{{- define "skyshelf.kafkaProperties" -}}
{{- $root := index . 0 -}}{{- $name := index . 1 -}}{{- $password := index . 2 -}}{{- $member := index . 3 -}}
{{- $login := "org.apache.kafka.common.security.plain.PlainLoginModule required" -}}
{{- $asMember := printf "%s username=\"broker\" password=\"%s\" user_broker=\"%s\";" $login $member $member -}}
process.roles=broker,controller
node.id=1
controller.quorum.bootstrap.servers=localhost:9094
listeners=CLIENT://:9092,BROKER://localhost:9093,CONTROLLER://localhost:9094
advertised.listeners=CLIENT://{{ $name }}.{{ $root.Release.Namespace }}.svc:9092,BROKER://localhost:9093,CONTROLLER://localhost:9094
listener.security.protocol.map=CLIENT:SASL_PLAINTEXT,BROKER:SASL_PLAINTEXT,CONTROLLER:SASL_PLAINTEXT
inter.broker.listener.name=BROKER
controller.listener.names=CONTROLLER
sasl.enabled.mechanisms=PLAIN
sasl.mechanism.inter.broker.protocol=PLAIN
sasl.mechanism.controller.protocol=PLAIN
listener.name.client.plain.sasl.jaas.config={{ $login }} user_skyshelf="{{ $password }}";
listener.name.broker.plain.sasl.jaas.config={{ $asMember }}
listener.name.controller.plain.sasl.jaas.config={{ $asMember }}
log.dirs=/var/lib/kafka/data
auto.create.topics.enable=false
default.replication.factor=1
min.insync.replicas=1
offsets.topic.num.partitions=8
offsets.topic.replication.factor=1
transaction.state.log.num.partitions=4
transaction.state.log.replication.factor=1
transaction.state.log.min.isr=1
share.coordinator.state.topic.replication.factor=1
share.coordinator.state.topic.min.isr=1
log.cleaner.dedupe.buffer.size=8388608
group.initial.rebalance.delay.ms=0
group.min.session.timeout.ms=1000
{{- end -}}

{{- define "skyshelf.s3Parts" -}}
{{- $name := include "skyshelf.nameOf" (list . "s3") -}}
container:
  {{- with .Values.evaluation.s3.command }}
  command: {{ toJson . }}
  {{- end }}
  args: [--port, ":7070", --region, {{ .Values.s3.region }}, --health, /health, --quiet, posix, --versioning-dir, /data/versions, /data/objects]
  env:
    - name: ROOT_ACCESS_KEY
      valueFrom: {secretKeyRef: {name: {{ $name }}, key: access-key}}
    - name: ROOT_SECRET_KEY
      valueFrom: {secretKeyRef: {name: {{ $name }}, key: secret-key}}
  volumeMounts:
    - {name: data, mountPath: /data/objects, subPath: objects}
    - {name: data, mountPath: /data/versions, subPath: versions}
    - {name: tmp, mountPath: /tmp}
readiness:
  httpGet: {path: /health, port: s3}
{{- end -}}

{{- /* Next to the gateway, at the loopback address of its pod: no one in the cluster reaches it, only who may forward ports. */ -}}
{{- define "skyshelf.signInContainer" -}}
- name: sign-in
  image: {{ include "skyshelf.evaluationImage" . }}
  imagePullPolicy: {{ .Values.image.pullPolicy }}
  args: [sign-in]
  env:
    - {name: PUBLIC_URL, value: {{ .Values.publicUrl | quote }}}
    - {name: SIGN_IN_PORT, value: {{ int .Values.evaluation.signIn.localPort | quote }}}
    - {name: SIGN_IN_FOLDER, value: /etc/sign-in}
  resources:
    {{- toYaml .Values.evaluation.resources | nindent 4 }}
  securityContext:
    {{- include "skyshelf.containerSecurity" . | nindent 4 }}
  volumeMounts:
    - {name: sign-in, mountPath: /etc/sign-in, readOnly: true}
    - {name: tmp, mountPath: /tmp, subPath: sign-in}
{{- end -}}
