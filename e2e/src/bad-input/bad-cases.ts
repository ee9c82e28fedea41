import { addressCases } from './address-cases.js';
import { bodyCases } from './body-cases.js';
import { goodRequest, type BadCase, type Operation } from './operation.js';
import { parameterCases } from './parameter-cases.js';
import { tokenCases } from './token-cases.js';

/** Keys and grants that are none. */
function headerCases(operation: Operation, good: BadCase): BadCase[] {
  const isCommand = operation.parameters?.some(
    (each) => each.in === 'header' && each.name.toLowerCase() === 'idempotency-key',
  );
  const keys = isCommand ? ['', ' ', 'a b', 'x'.repeat(500), 'ä', '{"$gt":1}', '../..', '<script>'] : [];
  const grants =
    operation.operationId === 'sendBytes'
      ? ['', 'x', 'a.b', '{}', 'x'.repeat(20_000), 'null', `${'A'.repeat(40)}.${'B'.repeat(43)}`]
      : [];
  return [
    ...keys
      .filter((key) => key.trim() !== '')
      .map((key) => ({
        ...good,
        title: `Idempotency-Key ${key.slice(0, 20)}`,
        headers: {
          ...good.headers,
          'idempotency-key': encodeURI(key) === key ? key : Buffer.from(key).toString('latin1'),
        },
      })),
    ...grants.map((grant) => ({
      ...good,
      title: `Upload-Grant ${grant.slice(0, 20)}`,
      headers: { 'content-type': 'application/octet-stream', 'upload-grant': grant },
      body: Buffer.from('bytes'),
    })),
  ];
}

/** All bad requests for an operation: at least 40. */
export function badCases(operation: Operation): BadCase[] {
  const good = goodRequest(operation);
  return [
    ...bodyCases(operation, good),
    ...parameterCases(operation, good),
    ...tokenCases(operation, good),
    ...addressCases(operation, good),
    ...headerCases(operation, good),
  ];
}
