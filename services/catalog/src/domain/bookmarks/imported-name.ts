import { limits } from '@skyshelf/contracts';
import { elementName, nameKey } from '@skyshelf/contracts/rules';
import { nameAt } from '../numbered-name.js';

const UNNAMED = 'Unnamed';
/** As `nameAt` numbers exported names. */
const aNumber = /^(.*\S) \(([2-9]|[1-9]\d{1,3}|10000)\)$/s;

/** A title of symbols only, or a very long one, must not lose the bookmark. */
export function importedName(title: string): string {
  const [, stem, number] = aNumber.exec(title.trim()) ?? [];
  if (stem !== undefined) return nameAt(importedName(stem), Number(number), false).name;
  for (const most of [limits.maxNameCharacters, Math.floor(limits.maxNameCharacters / 3)]) {
    const { value, refusal } = elementName([...title].slice(0, most).join(''));
    if (refusal === 'name.required') return UNNAMED;
    if (value !== null) return value;
  }
  return UNNAMED;
}

/** Whether a name is the wanted one, perhaps with a number. */
export function isNumberOf(name: string, wanted: string): boolean {
  if (nameKey(name) === nameKey(wanted)) return true;
  const [, , number] = aNumber.exec(name) ?? [];
  return number !== undefined && nameAt(wanted, Number(number), false).nameKey === nameKey(name);
}
