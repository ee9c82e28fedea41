import { limits } from '../limits.js';
import { caseFold } from './case-fold.js';
import { kept, refused, type Checked } from './refusals.js';

/** What two siblings of a class may not share: the name trimmed, composed and case-folded. */
export const nameKey = (name: string): string => caseFold(name.trim());

/**
 * The name of a link or folder as it is kept: only letters, marks, digits, underscore, whitespace, hyphen and
 * dot of any script; runs of whitespace become one space. Refused are a name of nothing but dots and one that is too long.
 */
export function elementName(typed: string): Checked<string> {
  if (!couldBeName(typed)) return refused('name.too-long');
  const name = typed.normalize('NFC').replace(notWord, '').replace(/\s+/gu, ' ').trim().normalize('NFC');
  return checkedName(name);
}

/** A name whose characters are as they should be. */
export function checkedName(name: string): Checked<string> {
  if (isBlank(name)) return refused('name.required');
  return isTooLong(name) ? refused('name.too-long') : kept(name);
}

/**
 * Whether it is short enough to become a name, or to be looked for as one. Asked before anything else is done with it: folding a long text takes long. Longer than any
 * name of 255 characters that has been taken apart into letters and accents.
 */
export const couldBeName = (typed: string): boolean => typed.length <= limits.maxTypedNameCharacters;

/** Characters are code points: one of an emoji or of a rare script counts once. */
export const isTooLong = (name: string): boolean =>
  name.length > 2 * limits.maxNameCharacters || [...name].length > limits.maxNameCharacters;

/** Empty, or dots and spaces only. */
export const isBlank = (name: string): boolean => onlyDots.test(name);

/** Digits, not all numbers: `½` and `Ⅷ` are none. */
const notWord = /[^\p{L}\p{M}\p{Nd}_\s.-]/gu;
const onlyDots = /^[.\s]*$/u;
