/** Rows are shared between commands: a rule that mutates one must fail at once. */
export function frozen<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value) || value instanceof Date)
    return value;
  for (const field of Object.values(value)) frozen(field);
  return Object.freeze(value);
}
