/** These rules must hold for everything that the chart renders, whatever the values. */

/** @returns what is broken, with the case and the object */
export function brokenRules(rendered) {
  return rendered.flatMap(({ name, objects }) =>
    Object.entries(RULES).flatMap(([rule, check]) =>
      check(objects, name).map((what) => `${name}: ${what}: ${rule}`),
    ),
  );
}

const RULES = {
  'an object is there twice': (objects) => {
    const keys = objects.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
    return keys.filter((key, index) => keys.indexOf(key) !== index);
  },
  'a variable is there twice': (objects) =>
    containersOf(objects).flatMap(({ where, container }) => {
      const maps = (container.envFrom ?? []).map(({ configMapRef }) => configMapRef.name);
      const inMaps = objects
        .filter(({ kind, metadata }) => kind === 'ConfigMap' && maps.includes(metadata.name))
        .flatMap(({ data }) => Object.keys(data));
      const names = [...inMaps, ...(container.env ?? []).map((each) => each.name)];
      return names.filter((each, index) => names.indexOf(each) !== index).map((each) => `${where} ${each}`);
    }),
  'replicas must be there where nothing scales, and only there': (objects) =>
    byKind(objects, 'Deployment')
      .filter(({ spec, metadata }) => (spec.replicas === undefined) !== isScaled(objects, metadata.name))
      .map(({ metadata }) => metadata.name),
  'a service lacks an object of the skeleton': (objects, name) =>
    byKind(objects, 'Deployment').flatMap(({ metadata }) =>
      [
        'ConfigMap',
        'ServiceAccount',
        'Service',
        'PodDisruptionBudget',
        ...(name.includes('no-policies') ? [] : ['NetworkPolicy']),
      ]
        .filter((kind) => !byKind(objects, kind).some((each) => each.metadata.name === metadata.name))
        .map((kind) => `${metadata.name} ${kind}`),
    ),
  'a pod is not `restricted`': (objects) =>
    podsOf(objects).flatMap(({ where, pod }) =>
      [
        pod.securityContext?.runAsNonRoot === true,
        ['RuntimeDefault', 'Localhost'].includes(pod.securityContext?.seccompProfile?.type),
        pod.automountServiceAccountToken === false,
        !pod.hostNetwork && !pod.hostPID && !pod.hostIPC,
        (pod.volumes ?? []).every((volume) => !volume.hostPath),
        allContainers(pod).every(isRestricted),
      ].includes(false)
        ? [where]
        : [],
    ),
  'a policy leads to pods that do not let it in': (objects) => oneSided(objects, 'egress', 'ingress'),
  'a policy lets pods in that may not go there': (objects) => oneSided(objects, 'ingress', 'egress'),
};

const byKind = (objects, wanted) => objects.filter(({ kind }) => kind === wanted);

const isScaled = (objects, target) =>
  [...byKind(objects, 'HorizontalPodAutoscaler'), ...byKind(objects, 'ScaledObject')].some(
    ({ spec }) => spec.scaleTargetRef.name === target,
  );

function podsOf(objects) {
  return objects.flatMap(({ kind, metadata, spec }) => {
    const where = `${kind} ${metadata.name}`;
    if (kind === 'Pod') return [{ where, pod: spec }];
    if (kind === 'CronJob') return [{ where, pod: spec.jobTemplate.spec.template.spec }];
    return spec?.template?.spec ? [{ where, pod: spec.template.spec }] : [];
  });
}

const allContainers = (pod) => [...(pod.initContainers ?? []), ...pod.containers];
const containersOf = (objects) =>
  podsOf(objects).flatMap(({ where, pod }) =>
    allContainers(pod).map((container) => ({ where: `${where} ${container.name}`, container })),
  );

const isRestricted = ({ securityContext: own }) =>
  own?.allowPrivilegeEscalation === false &&
  own.readOnlyRootFilesystem === true &&
  own.capabilities?.drop?.includes('ALL') &&
  own.capabilities.add === undefined;

/** Arrows between pods of the release that only one of both ends has. */
function oneSided(objects, from, to) {
  const arrows = (side) => {
    const peer = side === 'egress' ? 'to' : 'from';
    return byKind(objects, 'NetworkPolicy').flatMap(({ spec }) => {
      const own = spec.podSelector.matchLabels[COMPONENT];
      return (spec[side] ?? []).flatMap(({ ports = [], ...rule }) =>
        (rule[peer] ?? []).flatMap(({ podSelector }) =>
          (podSelector?.matchExpressions?.[0]?.values ?? []).flatMap((other) =>
            ports.map(({ port }) =>
              side === 'egress' ? `${own} → ${other}:${port}` : `${other} → ${own}:${port}`,
            ),
          ),
        ),
      );
    });
  };
  const known = new Set(arrows(to));
  const open = new Set(
    byKind(objects, 'NetworkPolicy').flatMap(({ spec }) =>
      (spec[to] ?? [])
        .filter((rule) => !rule.from && !rule.to)
        .flatMap(({ ports = [] }) =>
          ports.map(({ port }) => `${spec.podSelector.matchLabels[COMPONENT]}:${port}`),
        ),
    ),
  );
  return arrows(from).filter((arrow) => !known.has(arrow) && !open.has(arrow.split(' → ')[1]));
}

const COMPONENT = 'app.kubernetes.io/component';
