import MarkdownIt from 'markdown-it';
import type { NoteElement, NoteNode } from './note-node.js';

// `html`: recognised and shown as written; none is drawn.
const markdown = new MarkdownIt({ html: true, linkify: true });
// Decided where it is drawn.
markdown.validateLink = () => true;

type Token = ReturnType<typeof markdown.parse>[number];

/** Deeper content is drawn without what is around it. */
const MOST_DEPTH = 60;

/** As GitHub: tables, tasks, addresses as links. */
export function readMarkdown(text: string): NoteNode[] {
  const root: NoteElement = { tag: 'root', children: [] };
  build(markdown.parse(text, {}), root, 0);
  nameHeadings(root.children);
  return root.children;
}

function build(tokens: readonly Token[], root: NoteElement, depth: number): void {
  const open = [root];
  for (const token of tokens) {
    const top = open.at(-1) ?? root;
    if (token.nesting === -1) {
      open.pop();
      continue;
    }
    if (token.type === 'inline') build(token.children ?? [], top, depth + open.length);
    else if (token.nesting === 0) top.children.push(...leafOf(token));
    else if (token.hidden || depth + open.length > MOST_DEPTH) open.push(top);
    else {
      const element = elementOf(token);
      top.children.push(element);
      open.push(element);
    }
    if (token.type === 'inline' && top.tag === 'p') asTask(open.at(-2));
    if (token.type === 'inline' && top.tag === 'li') asTask(top);
  }
}

const elementOf = (token: Token): NoteElement => {
  const align = /text-align:(left|right|center)/.exec(String(token.attrGet('style') ?? ''))?.[1];
  return {
    tag: token.tag,
    children: [],
    ...(token.tag === 'a' && { address: String(token.attrGet('href') ?? '') }),
    ...(token.tag === 'ol' && { start: Number(token.attrGet('start') ?? 1) }),
    ...(align && { align: align as NonNullable<NoteElement['align']> }),
  };
};

const leafOf = ({ type, tag, content, info, attrs }: Token): NoteNode[] => {
  if (type === 'softbreak') return ['\n'];
  if (type === 'code_inline') return [{ tag: 'code', children: [content] }];
  if (type === 'fence' || type === 'code_block')
    return [{ tag: 'pre', children: [content.replace(/\n$/, '')], language: info }];
  if (type === 'image') return [{ tag: 'img', children: [content], address: sourceOf(attrs) }];
  if (type === 'html_inline' || type === 'html_block') return htmlOf(type, content);
  return tag ? [{ tag, children: [] }] : [content];
};

const sourceOf = (attributes: Token['attrs']): string =>
  String(attributes?.find(([name]) => name === 'src')?.[1] ?? '');

/** Shows HTML as text, without comments. */
const htmlOf = (type: string, content: string): NoteNode[] => {
  if (/^<br\s*\/?>$/i.test(content)) return [{ tag: 'br', children: [] }];
  if (content.startsWith('<!--') && content.trimEnd().endsWith('-->')) return [];
  return type === 'html_block' ? [{ tag: 'p', children: [content.trimEnd()] }] : [content];
};

/** Reads `[ ]` and `[x]`. */
function asTask(item: NoteElement | undefined): void {
  if (item?.tag !== 'li') return;
  const [first] = item.children;
  const holder = typeof first === 'object' && first.tag === 'p' ? first : item;
  const [words] = holder.children;
  const box = typeof words === 'string' ? /^\[([ xX])\]\s+/.exec(words) : null;
  if (typeof words !== 'string' || !box) return;
  const task: NoteElement = { tag: 'task', children: [], isDone: box[1] !== ' ' };
  holder.children.splice(0, 1, task, words.slice(box[0].length));
}

export const wordsOf = (nodes: readonly NoteNode[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : wordsOf(node.children))).join('');

/** As GitHub: lower case, hyphens, a number for repeated ones. */
function nameHeadings(nodes: readonly NoteNode[]): void {
  const taken = new Map<string, number>();
  for (const node of nodes) {
    if (typeof node === 'string' || !/^h[1-6]$/.test(node.tag)) continue;
    const name = wordsOf(node.children)
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\s-]/gu, '')
      .trim()
      .replace(/\s/g, '-');
    const before = taken.get(name) ?? 0;
    taken.set(name, before + 1);
    node.anchor = before === 0 ? name : `${name}-${before}`;
  }
}
