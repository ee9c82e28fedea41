{{- /* What a schema can't say: which values belong together. All that is wrong is told at once, each by its path. */ -}}
{{- define "skyshelf.check" -}}
{{- $problems := dict -}}
{{- range list "skyshelf.checkAccess" "skyshelf.checkServers" "skyshelf.checkRoutes" "skyshelf.checkScaling" "skyshelf.checkMonitoring" -}}
{{- include . (list $ $problems) -}}
{{- end -}}
{{- if $problems -}}
{{- $lines := list -}}
{{- range $path, $what := $problems -}}{{- $lines = append $lines (printf "- %s: %s" $path $what) -}}{{- end -}}
{{- fail (printf "these values can't be used:\n%s\n" (join "\n" $lines)) -}}
{{- end -}}
{{- end -}}

{{- define "skyshelf.checkAccess" -}}
{{- $root := index . 0 -}}{{- $problems := index . 1 -}}{{- $values := $root.Values -}}
{{- $signIn := $values.evaluation.signIn.enabled -}}{{- $providers := hasKey $values.secretSettings "IDENTITY_PROVIDERS" -}}
{{- if not (include "skyshelf.isLocal" $root) -}}
{{- if kindIs "invalid" $values.trustedProxies -}}
{{- $_ := set $problems "trustedProxies" (printf "must be given where publicUrl (%s) is not on this machine: how many proxies stand in front of the gateway, 0 to 10" $values.publicUrl) -}}
{{- end -}}
{{- if $signIn -}}
{{- $_ := set $problems "evaluation.signIn.enabled" (printf "lets everyone in under any name, so it is allowed only with a publicUrl on this machine, not with %s; set it to false and name a Secret in secretSettings.IDENTITY_PROVIDERS" $values.publicUrl) -}}
{{- end -}}
{{- end -}}
{{- if and $signIn $providers -}}
{{- $_ := set $problems "secretSettings.IDENTITY_PROVIDERS" "not together with evaluation.signIn.enabled: set that to false" -}}
{{- else if not (or $signIn $providers) -}}
{{- $_ := set $problems "secretSettings.IDENTITY_PROVIDERS" "must be given where evaluation.signIn.enabled is false: {secret, key} of a list of identity providers" -}}
{{- end -}}
{{- end -}}

{{- define "skyshelf.checkServers" -}}
{{- $root := index . 0 -}}{{- $problems := index . 1 -}}{{- $values := $root.Values -}}
{{- range $server, $path := dict "mongodb" "existingSecret" "kafka" "brokers" "s3" "endpoint" -}}
{{- $given := get (get $values $server) $path -}}
{{- if eq $server "mongodb" -}}{{- $given = or $given (eq (len $values.mongodb.services) 6) -}}{{- end -}}
{{- if (get $values.evaluation $server).enabled -}}
{{- if $given -}}{{- $_ := set $problems (printf "%s.%s" $server $path) (printf "not together with evaluation.%s.enabled: set that to false" $server) -}}{{- end -}}
{{- else -}}
{{- if not $given -}}{{- $_ := set $problems (printf "%s.%s" $server $path) (printf "must be given where evaluation.%s.enabled is false" $server) -}}{{- end -}}
{{- if and $values.networkPolicy.enabled (not (get $values $server).network) -}}
{{- $_ := set $problems (printf "%s.network" $server) (printf "must say where your server is: a list of peers of a NetworkPolicy, e.g. [{ipBlock: {cidr: 10.1.2.0/24}}]; or set networkPolicy.enabled to false") -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $values.evaluation.mongodb.enabled $values.mongodb.services -}}
{{- $_ := set $problems "mongodb.services" "not together with evaluation.mongodb.enabled: set that to false" -}}
{{- end -}}
{{- if not $values.evaluation.kafka.enabled -}}
{{- if and $values.kafka.username (not $values.kafka.existingSecret) -}}{{- $_ := set $problems "kafka.existingSecret" "must be given with kafka.username" -}}{{- end -}}
{{- if and $values.kafka.existingSecret (not $values.kafka.username) -}}{{- $_ := set $problems "kafka.username" "must be given with kafka.existingSecret" -}}{{- end -}}
{{- end -}}
{{- $s3 := $values.s3 -}}
{{- if not $values.evaluation.s3.enabled -}}
{{- if and $s3.existingSecret $s3.webIdentity.roleArn -}}{{- $_ := set $problems "s3.webIdentity.roleArn" "not together with s3.existingSecret" -}}{{- end -}}
{{- if not (or $s3.existingSecret $s3.webIdentity.roleArn) -}}{{- $_ := set $problems "s3.existingSecret" "must be given, or s3.webIdentity.roleArn" -}}{{- end -}}
{{- else if $s3.webIdentity.roleArn -}}
{{- $_ := set $problems "s3.webIdentity.roleArn" "not together with evaluation.s3.enabled" -}}
{{- end -}}
{{- if and $s3.webIdentity.roleArn $values.networkPolicy.enabled (not $s3.webIdentity.network) -}}
{{- $_ := set $problems "s3.webIdentity.network" "must say where credentials are asked for: a list of peers of a NetworkPolicy" -}}
{{- end -}}
{{- end -}}

{{- define "skyshelf.checkRoutes" -}}
{{- $root := index . 0 -}}{{- $problems := index . 1 -}}{{- $values := $root.Values -}}
{{- if and $values.httpRoute.enabled $values.ingress.enabled -}}
{{- $_ := set $problems "ingress.enabled" "not together with httpRoute.enabled" -}}
{{- end -}}
{{- if and $values.httpRoute.enabled (not $values.httpRoute.parentRefs) (not $values.gatewayListener.enabled) -}}
{{- $_ := set $problems "httpRoute.parentRefs" "must name a Gateway, or gatewayListener.enabled be true" -}}
{{- end -}}
{{- if and $values.httpRoute.redirectListener (not $values.httpRoute.parentRefs) -}}
{{- $_ := set $problems "httpRoute.redirectListener" "is a listener of a Gateway in httpRoute.parentRefs: name one" -}}
{{- end -}}
{{- if $values.gatewayListener.enabled -}}
{{- if not $values.httpRoute.enabled -}}{{- $_ := set $problems "gatewayListener.enabled" "goes with httpRoute.enabled" -}}{{- end -}}
{{- if not $values.gatewayListener.className -}}{{- $_ := set $problems "gatewayListener.className" "must be given" -}}{{- end -}}
{{- if not $values.tls.secretName -}}{{- $_ := set $problems "tls.secretName" "must be given with gatewayListener.enabled" -}}{{- end -}}
{{- end -}}
{{- if $values.tls.certManager.enabled -}}
{{- if not $values.tls.secretName -}}{{- $_ := set $problems "tls.secretName" "must be given with tls.certManager.enabled" -}}{{- end -}}
{{- if not $values.tls.certManager.issuerRef.name -}}{{- $_ := set $problems "tls.certManager.issuerRef.name" "must be given with tls.certManager.enabled" -}}{{- end -}}
{{- end -}}
{{- end -}}

{{- define "skyshelf.checkMonitoring" -}}
{{- $root := index . 0 -}}{{- $problems := index . 1 -}}{{- $values := $root.Values -}}
{{- if and $values.monitoring.podMonitor.enabled $values.networkPolicy.enabled (not $values.networkPolicy.metricsFrom) -}}
{{- $_ := set $problems "networkPolicy.metricsFrom" "must say where Prometheus is, with monitoring.podMonitor.enabled: a list of peers of a NetworkPolicy" -}}
{{- end -}}
{{- $collector := $values.monitoring.collector -}}
{{- if $collector.enabled -}}
{{- if not $collector.tracesEndpoint -}}{{- $_ := set $problems "monitoring.collector.tracesEndpoint" "must be given with monitoring.collector.enabled" -}}{{- end -}}
{{- if and $values.networkPolicy.enabled (not $collector.network) -}}{{- $_ := set $problems "monitoring.collector.network" "must say where its endpoints are: a list of peers of a NetworkPolicy" -}}{{- end -}}
{{- if hasKey $values.settings "OTEL_EXPORTER_OTLP_ENDPOINT" -}}{{- $_ := set $problems "settings.OTEL_EXPORTER_OTLP_ENDPOINT" "not together with monitoring.collector.enabled" -}}{{- end -}}
{{- if hasKey $values.settings "OTEL_METRICS_EXPORTER" -}}{{- $_ := set $problems "settings.OTEL_METRICS_EXPORTER" "not together with monitoring.collector.enabled" -}}{{- end -}}
{{- end -}}
{{- end -}}

{{- define "skyshelf.checkScaling" -}}
{{- $root := index . 0 -}}{{- $problems := index . 1 -}}
{{- $services := (include "skyshelf.services" $root | fromYaml).services -}}
{{- range $key, $facts := $services -}}
{{- $scaling := $facts.values.autoscaling -}}
{{- if gt (int $scaling.minReplicas) (int $scaling.maxReplicas) -}}
{{- $_ := set $problems (printf "services.%s.autoscaling.minReplicas" $key) (printf "is %d, allowed is at most maxReplicas, %d" (int $scaling.minReplicas) (int $scaling.maxReplicas)) -}}
{{- end -}}
{{- $profile := $facts.values.seccompProfile -}}
{{- if and (eq $profile.type "Localhost") (not $profile.localhostProfile) -}}
{{- $_ := set $problems (printf "services.%s.seccompProfile.localhostProfile" $key) "must be given with type Localhost" -}}
{{- end -}}
{{- end -}}
{{- range $key, $role := $root.Values.keda.roles -}}
{{- range list "minReplicas" "fallbackReplicas" -}}
{{- if gt (int (get $role .)) (int $role.maxReplicas) -}}
{{- $_ := set $problems (printf "keda.roles.%s.%s" $key .) (printf "is %d, allowed is at most maxReplicas, %d" (int (get $role .)) (int $role.maxReplicas)) -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{- if and $root.Values.keda.kafkaLag $root.Values.evaluation.kafka.enabled (not $root.Values.keda.kafkaAuthentication) -}}
{{- $_ := set $problems "keda.kafkaAuthentication" "must be given with keda.kafkaLag: the evaluation's Kafka asks who one is" -}}
{{- end -}}
{{- range $key, $rules := $root.Values.networkPolicy.extraEgress -}}
{{- if not (or (hasKey $services $key) (has $key (list "prepare" "fsck"))) -}}
{{- $_ := set $problems (printf "networkPolicy.extraEgress.%s" $key) (printf "is no service that runs; allowed are %s" (append (append (keys $services | sortAlpha) "fsck") "prepare" | join ", ")) -}}
{{- end -}}
{{- end -}}
{{- end -}}
