/** Nothing else is drawn. */
export const noteTags: readonly string[] = [
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'li',
  'blockquote',
  'hr',
  'br',
  'table',
  'thead',
  'tbody',
  'tr',
  'th',
  'td',
  'em',
  'strong',
  's',
  'code',
  'pre',
  'a',
  'img',
  'task',
];

export type NoteNode = string | NoteElement;

export interface NoteElement {
  tag: string;
  children: NoteNode[];
  /** It is unchecked user input. */
  address?: string;
  language?: string;
  anchor?: string;
  align?: 'left' | 'right' | 'center';
  start?: number;
  isDone?: boolean;
}
