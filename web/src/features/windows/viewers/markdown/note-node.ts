/** What a note may consist of; nothing else is ever drawn. */
export const noteTags: readonly string[] = [
  ...['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'li', 'blockquote', 'hr', 'br'],
  ...['table', 'thead', 'tbody', 'tr', 'th', 'td', 'em', 'strong', 's', 'code', 'pre', 'a', 'img', 'task'],
];

/** A piece of a note as it is drawn: words, or an element with what is in it. */
export type NoteNode = string | NoteElement;

export interface NoteElement {
  tag: string;
  children: NoteNode[];
  /** Of links: where to; of pictures: which. As it is written, not yet checked. */
  address?: string;
  /** Of code: the language that it says it is in. */
  language?: string;
  /** Of headings: what links in the note call it. */
  anchor?: string;
  /** Of cells. */
  align?: 'left' | 'right' | 'center';
  /** Of lists with numbers: the first one. */
  start?: number;
  /** Of tasks. */
  isDone?: boolean;
}
