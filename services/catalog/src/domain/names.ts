import { DomainError, limits } from '@skyshelf/contracts';
import { caseFold } from './case-fold.js';

/** What two siblings of a class may not share: the name trimmed, composed and case-folded. */
export const nameKey = (name: string): string => caseFold(name.trim());

/**
 * The name of a link or folder as it is kept: only letters, marks, digits, underscore, whitespace, hyphen and
 * dot of any script; runs of whitespace become one space.
 * @throws DomainError name.required when nothing but dots remains, name.too-long
 */
export function elementName(typed: string, field: string): string {
  const name = typed.normalize('NFC').replace(notWord, '').replace(/\s+/gu, ' ').trim().normalize('NFC');
  return checkedName(name, field);
}

/** @throws DomainError name.required, name.too-long */
export function checkedName(name: string, field: string): string {
  if (onlyDots.test(name)) throw new DomainError('name.required', { field });
  if (isTooLong(name)) throw new DomainError('name.too-long', { field });
  return name;
}

export const isTooLong = (name: string): boolean => [...name].length > limits.maxNameCharacters;

/** Empty, or dots and spaces only. */
export const isBlank = (name: string): boolean => onlyDots.test(name);

const notWord = /[^\p{L}\p{M}\p{Nd}_\s.-]/gu;
const onlyDots = /^[.\s]*$/u;
