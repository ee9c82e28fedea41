import { Ajv2020 } from 'ajv/dist/2020.js';
import type { BadCase, Operation } from './operation.js';

const ajv = new Ajv2020({ strict: false, validateFormats: false });

/** Lists wrong texts in each parameter of the path and of the query. */
export function parameterCases(operation: Operation, good: BadCase): BadCase[] {
  const wrongTexts = [
    '',
    '-1',
    'NaN',
    '1e999',
    'x'.repeat(5_000),
    '%00',
    '..%2f..%2f',
    '%ff%fe',
    '%',
    'null',
    '[]',
    '{"$gt":1}',
    'ä ö',
    '1;2',
    "' or 1=1",
    '2.5',
  ];
  return (operation.parameters ?? [])
    .filter((parameter) => parameter.in !== 'header')
    .flatMap((parameter) =>
      wrongTexts.flatMap((wrong) => {
        const valid = ajv.compile(parameter.schema);
        const decoded = decodable(wrong);
        const value =
          /integer|number/.test(String(parameter.schema.type)) && decoded.trim() !== ''
            ? Number(decoded)
            : decoded;
        if (valid(value) || (parameter.in === 'path' && wrong === '')) return [];
        return [
          {
            ...good,
            title: `${parameter.in} ${parameter.name} = ${wrong.slice(0, 20)}`,
            path: withParameter(operation, good, parameter.name, parameter.in, wrong),
          },
        ];
      }),
    );
}

function decodable(textual: string): string {
  try {
    return decodeURIComponent(textual);
  } catch {
    return textual;
  }
}

function withParameter(
  operation: Operation,
  good: BadCase,
  name: string,
  place: string,
  value: string,
): string {
  if (place === 'query') return `${good.path.split('?')[0]}?${name}=${value}`;
  if (place !== 'path') return good.path;
  const names = operation.path.split('/');
  return (
    good.path
      .split('?')[0]
      ?.split('/')
      .map((part, index) => (names[index] === `{${name}}` ? value : part))
      .join('/') ?? good.path
  );
}
