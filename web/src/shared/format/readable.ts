const unreadable = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Foreign words could turn the text around them. */
export const readable = (words: string): string => words.replace(unreadable, '');
