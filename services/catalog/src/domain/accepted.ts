import { DomainError } from '@skyshelf/contracts';
import type { Checked } from '@skyshelf/contracts/rules';

/**
 * A checked value of the request's `field`.
 * @throws DomainError with the code of the rule that it breaks
 */
export function accepted<Value>(checked: Checked<Value>, field: string): Value {
  if (checked.refusal !== null) throw new DomainError(checked.refusal, { field });
  return checked.value;
}
