{{- /* Ports and paths of the product, in this one place. */ -}}
{{- define "skyshelf.ports" -}}
public: 8080
internal: 8081
{{- end -}}

{{- define "skyshelf.probePath" -}}/health/{{ . }}{{- end -}}

{{- /*
All that runs, each with its facts (files/services.yaml) and its values over those of all services. The role of websites and Companion can be off.
YAML: {services: {gateway: {program, calls, …, values: {…}}}}
*/ -}}
{{- define "skyshelf.services" -}}
{{- $all := dict -}}
{{- range $key, $facts := .Files.Get "files/services.yaml" | fromYaml -}}
{{- $own := get $.Values.services $key | default dict -}}
{{- if ne (get $own "enabled" | toString) "false" -}}
{{- $values := deepCopy $.Values.serviceDefaults -}}
{{- include "skyshelf.overlay" (list $values $own) -}}
{{- if eq $key "companion" -}}{{- $_ := set $values.autoscaling "enabled" false -}}{{- end -}}
{{- $keda := and $.Values.keda.enabled (hasKey $.Values.keda.roles $key) -}}
{{- $_ := set $facts "scaledBy" (ternary "keda" (ternary "hpa" "" $values.autoscaling.enabled) (not (not $keda))) -}}
{{- $_ := set $facts "values" $values -}}
{{- $_ := set $all $key $facts -}}
{{- end -}}
{{- end -}}
{{- toYaml (dict "services" $all) -}}
{{- end -}}

{{- /* Where a service's pods are found: a name that gives all their addresses. */ -}}
{{- define "skyshelf.peer" -}}
{{- $root := index . 0 -}}
{{- $ports := include "skyshelf.ports" $root | fromYaml -}}
{{- printf "dns+http://%s-pods.%s.svc:%v" (include "skyshelf.nameOf" .) $root.Release.Namespace $ports.internal -}}
{{- end -}}

{{- /* SKYSHELF_PEERS. The films that are watched while they are converted lie with the pods of the role; calls go to media without a role, which reaches outside. */ -}}
{{- define "skyshelf.peers" -}}
{{- $root := index . 0 -}}{{- $services := index . 1 -}}
{{- $list := list -}}
{{- range $name := list "gateway" "catalog" "storage" "media" "billing" "notify" -}}
{{- $list = append $list (printf "%s=%s" $name (include "skyshelf.peer" (list $root $name))) -}}
{{- end -}}
{{- if hasKey $services "mediaVideo" -}}
{{- $list = append $list (printf "media.video=%s" (include "skyshelf.peer" (list $root "mediaVideo"))) -}}
{{- end -}}
{{- join "," $list -}}
{{- end -}}
