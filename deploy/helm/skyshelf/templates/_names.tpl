{{- define "skyshelf.name" -}}
{{- default .Chart.Name .Values.nameOverride -}}
{{- end -}}

{{- /* What all names begin with: the release, with the chart's name where that is not in it. */ -}}
{{- define "skyshelf.fullname" -}}
{{- $name := include "skyshelf.name" . -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains $name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name $name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* mediaVideo → release-skyshelf-media-video. Given (list $ "mediaVideo"). */ -}}
{{- define "skyshelf.nameOf" -}}
{{- printf "%s-%s" (include "skyshelf.fullname" (index . 0)) (index . 1 | kebabcase) -}}
{{- end -}}

{{- define "skyshelf.selector" -}}
{{- $root := index . 0 -}}
app.kubernetes.io/name: {{ include "skyshelf.name" $root }}
app.kubernetes.io/instance: {{ $root.Release.Name }}
app.kubernetes.io/component: {{ index . 1 | kebabcase }}
{{- end -}}

{{- define "skyshelf.labels" -}}
{{- $root := index . 0 -}}
{{ include "skyshelf.selector" . }}
app.kubernetes.io/part-of: skyshelf
app.kubernetes.io/version: {{ $root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ $root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" $root.Chart.Name ($root.Chart.Version | replace "+" "_") }}
{{- with $root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- /* Of pods: what changes with the chart alone would replace them in vain. */ -}}
{{- define "skyshelf.podLabels" -}}
{{ include "skyshelf.selector" . }}
app.kubernetes.io/part-of: skyshelf
{{- with (index . 0).Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "skyshelf.metadata" -}}
name: {{ index . 2 }}
namespace: {{ (index . 0).Release.Namespace }}
labels:
  {{- include "skyshelf.labels" . | nindent 2 }}
{{- end -}}

{{- /* The name of the product's image, given the root, the program, and its own `image` values. */ -}}
{{- define "skyshelf.image" -}}
{{- $root := index . 0 -}}{{- $program := index . 1 -}}{{- $own := index . 2 -}}
{{- $all := $root.Values.image -}}
{{- $named := printf "%s%s" $all.prefix $program -}}
{{- if $all.registry -}}{{- $named = printf "%s/%s" $all.registry $named -}}{{- end -}}
{{- $repository := default $named $own.repository -}}
{{- if $own.digest -}}
{{- printf "%s@%s" $repository $own.digest -}}
{{- else -}}
{{- printf "%s:%s" $repository (coalesce $own.tag $all.tag $root.Chart.AppVersion) -}}
{{- end -}}
{{- end -}}

{{- /* A number or switch as the text of an environment variable: whole numbers without an exponent. */ -}}
{{- define "skyshelf.text" -}}
{{- if kindIs "float64" . -}}
{{- if eq (floor .) . -}}{{- printf "%.0f" . -}}{{- else -}}{{- toString . -}}{{- end -}}
{{- else -}}{{- toString . -}}{{- end -}}
{{- end -}}

{{- /* Puts what `over` holds into `base`, map by map: `merge` takes false and 0 for nothing. */ -}}
{{- define "skyshelf.overlay" -}}
{{- $base := index . 0 -}}
{{- range $key, $value := index . 1 -}}
{{- if and (kindIs "map" $value) (kindIs "map" (get $base $key)) -}}
{{- include "skyshelf.overlay" (list (get $base $key) $value) -}}
{{- else -}}
{{- $_ := set $base $key $value -}}
{{- end -}}
{{- end -}}
{{- end -}}

{{- define "skyshelf.isLocal" -}}
{{- if regexMatch "^https?://(localhost|[^/:]+\\.localhost|127(\\.[0-9]{1,3}){3}|\\[::1\\])(:[0-9]+)?$" .Values.publicUrl -}}true{{- end -}}
{{- end -}}

{{- define "skyshelf.publicHost" -}}
{{- (urlParse .Values.publicUrl).host | splitList ":" | first -}}
{{- end -}}
