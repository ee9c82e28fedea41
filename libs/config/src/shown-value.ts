const MOST_CHARACTERS = 120;

/** Also when the setting is no secret. */
const withoutPassword = (value: string): string => value.replace(/(\/\/[^/:@\s]*):[^@/\s]+@/g, '$1:***@');

/** For logs: secrets by their length, long values cut. */
export function shownValue(value: string | undefined, secret: boolean): string {
  if (value === undefined) return 'nothing';
  if (secret) return `a secret of ${value.length} characters`;
  const visible = withoutPassword(value);
  return JSON.stringify(visible.length > MOST_CHARACTERS ? `${visible.slice(0, MOST_CHARACTERS)}…` : visible);
}
