import type { ElementView } from '@skyshelf/contracts/browser';
import { limits, messages } from '@skyshelf/contracts/browser';
import { isFolder } from '../../../shared/kinds/kind-of.js';

/** Letters, marks, digits and underscore of any script; whitespace, hyphen, dot (rulings 18). */
const NOT_IN_NAMES = /[^\p{L}\p{M}\p{N}_\s.-]/gu;
const UNSAFE_IN_FILES = /[\\/:*?"<>|#%{}^~[\]`\u0000-\u001f\u007f“”‘’«»…–—•™®©]/gu;
const ONLY_DOTS = /^\.*$/;

const tidy = (name: string): string => name.replace(/\s+/gu, ' ').trim();

/** A name of a folder or link as the server will store it. */
export const cleanName = (name: string): string => tidy(name.replace(NOT_IN_NAMES, ''));
/** The stem of a file as the server will store it. */
export const cleanStem = (stem: string): string => tidy(stem.replace(UNSAFE_IN_FILES, ''));

/** What names are compared by: trimmed, composed, without case. */
export const nameKey = (name: string): string => name.trim().normalize('NFC').toLowerCase().normalize('NFC');

export interface NameQuestion {
  name: string;
  folder: boolean;
  /** The element that is being edited: its own name is no obstacle. */
  except?: string | undefined;
  siblings: readonly ElementView[];
}

/** The message to show at the field, or null when the name will do. The server has the last word. */
export const nameProblem = ({ name, folder, except, siblings }: NameQuestion): string | null => {
  if (ONLY_DOTS.test(name)) return messages.required;
  if (name.length > limits.maxNameCharacters)
    return `A name can have at most ${limits.maxNameCharacters} characters.`;
  const key = nameKey(name);
  const taken = siblings.some(
    (e) => e._id !== except && isFolder(e) === folder && nameKey(e.linkname) === key,
  );
  return taken ? messages.nameExists : null;
};

export interface FileName {
  stem: string;
  /** With its dot; empty when there is none. */
  extension: string;
}

/** Splits a file's name where its stored extension begins. */
export const splitFileName = (name: string, extension: string | null): FileName => {
  const suffix = extension ? `.${extension}` : '';
  const fits =
    suffix !== '' && name.length > suffix.length && name.toLowerCase().endsWith(suffix.toLowerCase());
  if (!fits) return { stem: name, extension: '' };
  return { stem: name.slice(0, -suffix.length), extension: name.slice(-suffix.length) };
};
