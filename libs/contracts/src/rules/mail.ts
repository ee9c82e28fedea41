const LONGEST = 254;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const ADDRESS = new RegExp(`^[a-z0-9!#$%&'*+/=?^_\`{|}~.-]{1,64}@${LABEL}(?:\\.${LABEL})+$`, 'i');

/** One plain address (RFC 5321 without quotes, comments and literals): safe in a header. */
export const isMailAddress = (text: string): boolean => text.length <= LONGEST && ADDRESS.test(text);

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PER_HOUR = 3;
const PER_DAY = 10;

export const COUNTED_MS = DAY_MS;

/**
 * Allows three sendings in any hour and ten in any day. Answers those that count now, this one included; null when
 * there were too many.
 */
export function countSending(sent: readonly Date[], now: Date): Date[] | null {
  const within = (ms: number): Date[] => sent.filter((each) => each.getTime() > now.getTime() - ms);
  const today = within(DAY_MS);
  return today.length >= PER_DAY || within(HOUR_MS).length >= PER_HOUR ? null : [...today, now];
}
