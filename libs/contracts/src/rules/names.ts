import { limits } from '../limits.js';
import { caseFold } from './text-folding.js';
import { kept, refused, type Checked } from './refusals.js';

/** Unique among siblings of a class: trimmed, composed and case-folded. */
export const nameKey = (name: string): string => caseFold(name.trim());

/**
 * A link's or folder's stored name: letters, marks, digits, underscore, whitespace, hyphen and dot of any
 * script; whitespace collapses. Refuses only dots, and too long.
 */
export function elementName(typed: string): Checked<string> {
  if (!couldBeName(typed)) return refused('name.too-long');
  const name = typed.normalize('NFC').replace(notWord, '').replace(/\s+/gu, ' ').trim().normalize('NFC');
  return checkedName(name);
}

export function checkedName(name: string): Checked<string> {
  if (isBlank(name)) return refused('name.required');
  return isTooLong(name) ? refused('name.too-long') : kept(name);
}

/** Cheap, before anything else: folding a long text takes long. Longer than any 255 characters decomposed. */
export const couldBeName = (typed: string): boolean => typed.length <= limits.maxTypedNameCharacters;

/** In code points: an emoji counts once. */
export const isTooLong = (name: string): boolean =>
  name.length > 2 * limits.maxNameCharacters || [...name].length > limits.maxNameCharacters;

/** Empty, or dots and spaces only. */
export const isBlank = (name: string): boolean => onlyDots.test(name);

/** Digits, not all numbers: `½` and `Ⅷ` are none. */
const notWord = /[^\p{L}\p{M}\p{Nd}_\s.-]/gu;
const onlyDots = /^[.\s]*$/u;

/** Composed, trimmed, each once, in the order given. */
export const tagsOf = (tags: readonly string[] = []): string[] => [
  ...new Set(
    tags.map((tag) => tag.normalize('NFC').replace(/\s+/gu, ' ').trim()).filter((tag) => tag !== ''),
  ),
];

export const sameTags = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((tag, index) => tag === b[index]);
