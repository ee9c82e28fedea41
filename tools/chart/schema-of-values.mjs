/** Reads the chart's values with their comments: from each value its schema and its row in the README follow. */
import { isMap, parse, parseDocument } from 'yaml';

const text = (pattern) => ({ type: 'string', pattern });
const map = (values) => ({ type: 'object', additionalProperties: values });
const closed = (properties, required = []) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  ...(required.length > 0 && { required }),
});
const whole = (minimum, maximum) => ({ type: 'integer', minimum, maximum });

const quantity = { type: ['string', 'number'], pattern: '^[0-9]+(\\.[0-9]+)?(m|k|Ki|M|Mi|G|Gi|T|Ti)?$' };
const amounts = closed({ cpu: quantity, memory: quantity, 'ephemeral-storage': quantity });
const selector = { type: 'object', minProperties: 1 };
const peer = {
  ...closed({ podSelector: { type: 'object' }, namespaceSelector: selector, ipBlock: { type: 'object' } }),
  minProperties: 1,
};

/**
 * The meaning of `# @schema {<name>: …}`, and how the README says it. @schema {<name>: …}` stands for, and how the
 * README says it.
 */
const SHAPES = {
  name: [text('^([a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?)?$'), 'the name of an object'],
  labels: [map({ type: 'string' }), 'a map of texts'],
  free: [{ type: 'object' }, 'as Kubernetes has it'],
  peers: [{ type: 'array', items: peer }, 'peers of a NetworkPolicy'],
  ports: [{ type: 'array', minItems: 1, items: whole(1, 65535) }, 'a list of ports'],
  resources: [closed({ requests: amounts, limits: amounts }), 'requests, limits'],
  quantity: [quantity, 'a quantity, `1Gi`'],
  env: [
    // Not `propertyNames`: Helm tells a wrong path of it.
    {
      ...map(false),
      patternProperties: { '^[A-Za-z_][A-Za-z0-9_]*$': { type: ['string', 'number', 'boolean'] } },
    },
    'variables',
  ],
  egress: [map({ type: 'array', items: { type: 'object' } }), 'rules of egress by service'],
  kedaRole: [
    closed({
      minReplicas: whole(0, 100),
      maxReplicas: whole(1, 200),
      fallbackReplicas: whole(0, 200),
      jobsPerReplica: whole(1, 100_000),
      oldestSeconds: whole(1, 86_400),
    }),
    'five whole numbers',
  ],
};

const secretEntry = closed(
  { secret: { ...SHAPES.name[0], minLength: 1 }, key: { type: 'string', minLength: 1 } },
  ['secret', 'key'],
);

const DATABASES = ['gateway', 'catalog', 'storage', 'media', 'billing', 'notify'];
const uris = closed(Object.fromEntries(DATABASES.map((each) => [each, secretEntry])));

/** The settings of an alert of the chart. */
const tuning = closed({
  enabled: { type: 'boolean' },
  for: text('^([0-9]+(ms|[smhdwy]))+$'),
  severity: { enum: ['page', 'ticket'] },
  expr: { type: 'string', minLength: 1 },
  labels: map({ type: 'string' }),
  annotations: map({ type: 'string' }),
});

/** @returns the schema of all values, and the rows of the README */
export function readValues(source, { settings, alerts }) {
  const document = parseDocument(source);
  const reader = { settings, alerts, rows: [], service: null };
  const schema = objectOf(document.contents, '', reader);
  return { schema: { $schema: 'http://json-schema.org/draft-07/schema#', ...schema }, rows: reader.rows };
}

function objectOf(node, path, reader) {
  const properties = {};
  node.items.forEach((pair, index) => {
    const key = String(pair.key);
    // The comment of a map's first key is mostly the map's own.
    const comment = pair.key.commentBefore ?? (index === 0 ? node.commentBefore : '');
    properties[key] = valueOf(pair, `${path}${key}`, notesOf(comment ?? ''), reader);
  });
  // A subchart's `global` comes with every chart.
  return closed(path === '' ? { ...properties, global: { type: 'object' } } : properties);
}

function notesOf(comment) {
  const notes = { said: [], schema: {} };
  // What stands above an empty line is about the file or a group.
  for (const line of (comment.split(/\n\s*\n/).at(-1) ?? '').split('\n').map((each) => each.trim())) {
    if (line.startsWith('@schema ')) notes.schema = parse(line.slice('@schema '.length));
    else if (line.startsWith('-- ')) notes.said.push(line.slice(3));
  }
  return notes;
}

function valueOf({ value: node }, path, { said, schema: given }, reader) {
  const value = node?.toJSON() ?? null;
  const shape = Object.keys(given).find((name) => SHAPES[name]);
  const add = (allowed) => reader.rows.push({ path, value, allowed, said: said.join(' ') });
  if (given.settings) {
    add(given.settings === 'plain' ? 'settings of the product' : '`{secret, key}` by setting');
    return closed(settingsOf(given.settings, reader.settings));
  }
  if (given.uris) {
    add('`{secret, key}` by service');
    return uris;
  }
  if (given.alerts) {
    add('by alert: `enabled`, `for`, `severity`, `expr`, `labels`, `annotations`');
    return closed(Object.fromEntries(reader.alerts.map((name) => [name, tuning])));
  }
  if (given.like) {
    const some = given.only ? ` has ${given.only.map((each) => `\`${each}\``).join(', ')}` : '';
    add(`as \`${given.like}\`${some}${given.enabled ? ', and `enabled`' : ''}`);
    return serviceOf(given, reader.service);
  }
  if (shape) {
    add(SHAPES[shape][1]);
    return SHAPES[shape][0];
  }
  if (isMap(node)) {
    const schema = objectOf(node, `${path}.`, reader);
    if (path === 'serviceDefaults') reader.service = schema;
    return schema;
  }
  const schema = { ...(given.enum ? {} : { type: typeOf(value) }), ...given };
  add(words(schema));
  return schema;
}

const settingsOf = (kind, settings) =>
  Object.fromEntries(
    Object.entries(settings)
      .filter(([, { secret }]) => secret === (kind === 'secret'))
      .map(([name, { schema, doc }]) => [
        name,
        { description: doc, ...(kind === 'secret' ? secretEntry : schema) },
      ]),
  );

function serviceOf({ enabled, single, only }, service) {
  const { autoscaling, ...others } = service.properties;
  if (only) return closed(Object.fromEntries(only.map((key) => [key, others[key]])));
  return closed({
    ...(enabled && { enabled: { type: 'boolean' } }),
    ...others,
    ...(single ? { replicas: whole(0, 1) } : { autoscaling }),
  });
}

function typeOf(value) {
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function words({ type, enum: values, minimum, maximum }) {
  if (values) return values.map((each) => `\`${each}\``).join(', ');
  if ([type].flat().includes('boolean')) return '`true`, `false`';
  if ([type].flat().includes('integer')) return `${minimum} to ${maximum}`;
  if (type === 'array') return 'a list';
  if ([type].flat().includes('object')) return 'as Kubernetes has it';
  return 'text';
}
