/**
 * Rules of nftables by which a node holds its pods to NetworkPolicies (networking.k8s.io/v1): what a policy
 * chooses may do what a policy lets through, the rest goes everywhere. Answers to what was let through go.
 * @param objects as the API lists them: `policies`, `pods`, `namespaces`
 * @returns what `nft -f -` reads; it replaces the rules of before
 */
export function rulesOf({ policies, pods, namespaces }) {
  const here = pods.filter(
    ({ spec, status }) =>
      status.podIP && !spec.hostNetwork && !['Succeeded', 'Failed'].includes(status.phase),
  );
  const chains = [];
  const jumps = { Egress: [], Ingress: [] };
  for (const pod of here)
    for (const direction of ['Egress', 'Ingress']) {
      const its = policies.filter((policy) => isChosen(policy, pod, direction));
      if (its.length === 0) continue;
      const name = `${direction.toLowerCase()}_${pod.status.podIP.replaceAll('.', '_')}`;
      const lines = its.flatMap((policy) => linesOf(policy, direction, { pod, here, namespaces }));
      chains.push(block(`chain ${name}`, [...lines.map((line) => `${line} return`), 'drop']));
      jumps[direction].push(`${pod.status.podIP} : jump ${name}`);
    }
  const egress = mapOf('ip saddr', jumps.Egress);
  const ingress = mapOf('ip daddr', jumps.Ingress);
  const answers = 'ct state established,related accept';
  return [
    `table inet ${TABLE}`,
    `delete table inet ${TABLE}`,
    block(`table inet ${TABLE}`, [
      ...chains,
      block('chain forward', ['type filter hook forward priority filter;', answers, ...egress, ...ingress]),
      // What the node itself serves.
      block('chain input', ['type filter hook input priority filter;', answers, ...egress]),
    ]),
  ].join('\n');
}

const TABLE = 'policies';
const block = (title, lines) => `${title} {\n${lines.join('\n')}\n}`;
const mapOf = (what, jumps) => (jumps.length > 0 ? [`${what} vmap { ${jumps.join(', ')} }`] : []);

function isChosen({ metadata, spec }, pod, direction) {
  const types = spec.policyTypes ?? ['Ingress', ...(spec.egress ? ['Egress'] : [])];
  return (
    types.includes(direction) &&
    metadata.namespace === pod.metadata.namespace &&
    fits(spec.podSelector, pod.metadata.labels)
  );
}

/** Lists the packets that a policy lets through, one line for each sort. */
function linesOf({ metadata, spec }, direction, facts) {
  const [list, peers] = direction === 'Egress' ? ['egress', 'to'] : ['ingress', 'from'];
  const address = direction === 'Egress' ? 'ip daddr' : 'ip saddr';
  return (spec[list] ?? []).flatMap((rule) => {
    const places = (rule[peers] ?? []).length > 0 ? rule[peers] : [null];
    const ports = (rule.ports ?? []).length > 0 ? rule.ports.map((port) => portMatch(port, facts.pod)) : [''];
    return places
      .map((peer) => (peer ? addressesOf(peer, metadata.namespace, facts) : ''))
      .filter((set) => set !== null)
      .flatMap((set) => ports.map((port) => `${set.replaceAll('@', address)} ${port}`.trim()));
  });
}

/** Null: it has no IPv4 address. */
function addressesOf({ ipBlock, podSelector, namespaceSelector }, namespace, { here, namespaces }) {
  if (ipBlock) {
    if (ipBlock.cidr.includes(':')) return null;
    const except = (ipBlock.except ?? []).join(', ');
    return `@ ${ipBlock.cidr}${except && ` @ != { ${except} }`}`;
  }
  const chosen = namespaces
    .filter(({ metadata }) =>
      namespaceSelector ? fits(namespaceSelector, metadata.labels) : metadata.name === namespace,
    )
    .map(({ metadata }) => metadata.name);
  const found = here.filter(
    ({ metadata }) => chosen.includes(metadata.namespace) && fits(podSelector ?? {}, metadata.labels),
  );
  return found.length > 0 ? `@ { ${found.map(({ status }) => status.podIP).join(', ')} }` : null;
}

function portMatch({ protocol = 'TCP', port, endPort }, pod) {
  const kind = protocol.toLowerCase();
  if (port === undefined) return `meta l4proto ${kind}`;
  const named = () =>
    pod.spec.containers.flatMap(({ ports = [] }) => ports).find(({ name }) => name === port)?.containerPort;
  const number = typeof port === 'number' ? port : named();
  if (number === undefined) throw new Error(`${pod.metadata.name} has no port ${port}`);
  return `${kind} dport ${endPort ? `${number}-${endPort}` : number}`;
}

/** Whether labels fit a LabelSelector. */
function fits({ matchLabels = {}, matchExpressions = [] }, labels = {}) {
  const expressions = {
    In: ({ key, values }) => values.includes(labels[key]),
    NotIn: ({ key, values }) => !values.includes(labels[key]),
    Exists: ({ key }) => key in labels,
    DoesNotExist: ({ key }) => !(key in labels),
  };
  return (
    Object.entries(matchLabels).every(([key, value]) => labels[key] === value) &&
    matchExpressions.every((each) => expressions[each.operator](each))
  );
}
