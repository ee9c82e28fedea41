import type { ReactNode } from 'react';
import css from './text-frame.module.css';

/** Control characters, and those that are invisible or turn the direction. */
const hidden =
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff])/;

const nameOf = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** Shown by its number. */
export const showControlCharacters = (words: string): ReactNode =>
  hidden.test(words)
    ? words.split(hidden).map((piece, index) =>
        index % 2 === 1 ? (
          // oxlint-disable-next-line no-array-index-key -- pieces never move
          <span key={index} className={css.hidden}>
            {nameOf(piece)}
          </span>
        ) : (
          piece
        ),
      )
    : words;
