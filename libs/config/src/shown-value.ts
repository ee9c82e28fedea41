const MOST_CHARACTERS = 120;

/** Passwords inside addresses are no one's business, also when the setting as a whole is no secret. */
const withoutPassword = (value: string): string => value.replace(/(\/\/[^/:@\s]*):[^@/\s]+@/g, '$1:***@');

/** A given value as an operator may see it in a log: secrets by their length, long ones cut. */
export function shownValue(value: string | undefined, secret: boolean): string {
  if (value === undefined) return 'nothing';
  if (secret) return `a secret of ${value.length} characters`;
  const visible = withoutPassword(value);
  return JSON.stringify(visible.length > MOST_CHARACTERS ? `${visible.slice(0, MOST_CHARACTERS)}…` : visible);
}
