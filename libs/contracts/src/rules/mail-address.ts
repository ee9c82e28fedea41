const LONGEST = 254;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const ADDRESS = new RegExp(`^[a-z0-9!#$%&'*+/=?^_\`{|}~.-]{1,64}@${LABEL}(?:\\.${LABEL})+$`, 'i');

/**
 * One plain address (RFC 5321 without quotes, comments and literals): safe in a header, never a list, name or
 * further header.
 */
export const isMailAddress = (text: string): boolean => text.length <= LONGEST && ADDRESS.test(text);
