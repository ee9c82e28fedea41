import { DomainError } from '@skyshelf/contracts';
import type { Checked } from '@skyshelf/contracts/rules';

/** @throws DomainError with the code of the broken rule, for the request's `field` */
export function accepted<Value>(checked: Checked<Value>, field: string): Value {
  if (checked.refusal !== null) throw new DomainError(checked.refusal, { field });
  return checked.value;
}
