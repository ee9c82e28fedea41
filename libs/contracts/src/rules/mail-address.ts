const LONGEST = 254;
const LABEL = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const ADDRESS = new RegExp(`^[a-z0-9!#$%&'*+/=?^_\`{|}~.-]{1,64}@${LABEL}(?:\\.${LABEL})+$`, 'i');

/**
 * Whether a text is one plain mail address (RFC 5321 without quotes, comments and literals): it can stand in a header and is never a list, a name with an
 * address or a further header.
 */
export const isMailAddress = (text: string): boolean => text.length <= LONGEST && ADDRESS.test(text);
