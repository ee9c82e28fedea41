import { addressCases } from './address-cases.js';
import { bodyCases } from './body-cases.js';
import { headerCases } from './header-cases.js';
import { goodRequest, type BadCase, type Operation } from './operation.js';
import { parameterCases } from './parameter-cases.js';
import { tokenCases } from './token-cases.js';

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
