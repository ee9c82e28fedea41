/** Marks that turn the reading direction, and control characters. */
const unreadable = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Words that someone else has chosen, without what would turn round or break the words about them. */
export const readable = (words: string): string => words.replace(unreadable, '');
