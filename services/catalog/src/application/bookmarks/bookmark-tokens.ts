import { DomainError } from '@skyshelf/contracts';

/** `line` counts from 1. */
export type BookmarkToken =
  | { kind: 'tag'; name: string; isEnd: boolean; tag: string; line: number }
  | { kind: 'text'; text: string }
  | { kind: 'broken'; line: number };

/** Characters; a bookmark's picture is far smaller. */
const LONGEST_TAG = 4 * 1024 * 1024;
/** Characters of tags without a picture, and of comments. */
const LONGEST_OTHER = 64 * 1024;
const LONGEST_NAME = 12;

const aTagName = new RegExp(`<(/?)([a-z][a-z0-9]{0,${LONGEST_NAME - 1}})(?=[\\s/>])`, 'iy');
const structure = new Set(['a', 'dl', 'dt', 'dd', 'p', 'hr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);
const formatting = new Set(
  'b i u s em strong small big font span br wbr nobr img sub sup code tt mark center div'.split(' '),
);
const withAttributes = /^(?:a|h[1-6])$/;
const bookmarkTag = /<\/?(?:a|d[ltd]|h[1-6])(?=[\s/>])/gi;
const endOfTitle = /^<\/(?:a|h[1-6])[\s>]/i;
const anAddress = /^<a\s[^<>]{0,512}?href\s*=/i;
const afterTitle =
  /\n|<\/(?:a|h[1-6])(?=[\s>])|<dt\s{0,8}>\s{0,64}<(?:a|h[1-6])(?=[\s>])|<a\s[^<>]{0,512}?href\s*=/gi;
/** The text that follows a bookmark whose address has no closing quote. */
const nextBookmark = /(?:\n|<\/a>)\s{0,64}<\/?d[ltd]\b/i;

interface FoundTag {
  end: number;
  tag: string;
}

/**
 * Only tags of the format and of plain formatting are tags, all else is text: `<script>`, `<title>` or `<!--`
 * in the title of a page, which not all exporters escape, end nothing but that title.
 */
export class BookmarkTokens {
  private text = '';
  private line = 1;
  private isLast = false;
  private open: 'title' | 'description' | null = null;
  /** Of the present text: what was searched for, and where it is. */
  private readonly found = new Map<string | RegExp, number>();

  /** @throws DomainError `bookmarks.unreadable`: an endless tag */
  write(text: string): BookmarkToken[] {
    this.text += text;
    this.found.clear();
    const tokens = this.read();
    if (this.text.length > LONGEST_TAG) throw new DomainError('bookmarks.unreadable');
    return tokens;
  }

  finish(): BookmarkToken[] {
    this.isLast = true;
    return this.write('');
  }

  private read(): BookmarkToken[] {
    const tokens: BookmarkToken[] = [];
    let from = 0;
    const pass = (end: number): number => {
      const line = this.line;
      this.line += newlinesIn(this.text, from, end);
      from = end;
      return line;
    };
    const passText = (end: number): void => {
      if (end > from) tokens.push({ kind: 'text', text: this.text.slice(from, end) });
      pass(end);
    };
    let at = this.text.indexOf('<');
    while (at >= 0) {
      const [, slash, named = ''] = this.nameAt(at) ?? [];
      const name = named.toLowerCase();
      const found = this.tagAt(at, name);
      if (found === 'incomplete') break;
      if (found === 'text') {
        if (name === 'a' && !slash && this.open === null) {
          passText(at);
          tokens.push({ kind: 'broken', line: this.line });
        }
        at = this.text.indexOf('<', at + 1);
        continue;
      }
      passText(at);
      const line = pass(found.end);
      if (structure.has(name)) {
        this.follow(name, slash !== '');
        tokens.push({ kind: 'tag', name, isEnd: slash !== '', tag: found.tag, line });
      } else if (name === '') tokens.push({ kind: 'text', text: found.tag });
      at = this.text.indexOf('<', from);
    }
    passText(at < 0 ? this.text.length : at);
    this.text = this.text.slice(from);
    return tokens;
  }

  private nameAt(at: number): RegExpExecArray | null {
    aTagName.lastIndex = at;
    return aTagName.exec(this.text);
  }

  private tagAt(at: number, name: string): FoundTag | 'text' | 'incomplete' {
    const left = this.text.length - at;
    if (name === '' && left <= LONGEST_NAME + 2 && !this.isLast && !this.text.includes('>', at))
      return 'incomplete';
    if (this.text.startsWith('<!--', at)) return this.commentAt(at);
    if (!structure.has(name) && !formatting.has(name)) return 'text';
    const found = tagFrom(this.text, at);
    if (found === 'text') return found;
    const isTitles = found !== 'incomplete' && structure.has(name) ? this.isWord(at, name, found) : false;
    if (found !== 'incomplete' && isTitles !== 'incomplete') return isTitles ? 'text' : found;
    const isLong = left > LONGEST_OTHER && !withAttributes.test(name);
    return this.isLast || isLong ? 'text' : 'incomplete';
  }

  private follow(name: string, isEnd: boolean): void {
    if (!isEnd && withAttributes.test(name)) this.open = 'title';
    else if (name === 'dd' && !isEnd) this.open = 'description';
    else if (this.open === 'title' ? name !== 'p' : name !== 'p' && name !== 'a') this.open = null;
  }

  /** `<h2>` in a title about headings: what ends the title stands on the same line. */
  private isWord(at: number, name: string, { tag, end }: FoundTag): boolean | 'incomplete' {
    if (this.open === null || anAddress.test(tag)) return false;
    if (this.open === 'description') return withAttributes.test(name);
    if (endOfTitle.test(tag)) return false;
    const next = this.next(afterTitle, at);
    if (next < 0) return this.isLast || this.text.length - end > LONGEST_OTHER ? false : 'incomplete';
    return this.text.startsWith('</', next);
  }

  /** Gives no comment if a bookmark comes before its end. */
  private commentAt(at: number): FoundTag | 'text' | 'incomplete' {
    const end = this.next('-->', at + 4);
    const tag = this.next(bookmarkTag, at + 4);
    if (end >= 0 && (tag < 0 || end < tag)) return { end: end + 3, tag: this.text.slice(at, end + 3) };
    return tag >= 0 || this.isLast || this.text.length - at > LONGEST_OTHER ? 'text' : 'incomplete';
  }

  /** Searched for once, however often it is asked. */
  private next(what: string | RegExp, from: number): number {
    const known = this.found.get(what);
    if (known !== undefined && (known < 0 || known >= from)) return known;
    let at: number;
    if (typeof what === 'string') at = this.text.indexOf(what, from);
    else {
      what.lastIndex = from;
      at = what.exec(this.text)?.index ?? -1;
    }
    this.found.set(what, at);
    return at;
  }
}

function tagFrom(text: string, start: number): FoundTag | 'text' | 'incomplete' {
  const mark = /["'<>]/g;
  mark.lastIndex = start + 1;
  for (let found = mark.exec(text); found; found = mark.exec(text)) {
    const { index, 0: sign } = found;
    if (sign === '>') return { end: index + 1, tag: text.slice(start, index + 1) };
    if (sign === '<') return 'text';
    if (!opensValue(text, start, index)) continue;
    const close = text.indexOf(sign, index + 1);
    if (!nextBookmark.test(text.slice(index, close < 0 ? undefined : close))) {
      if (close < 0) return 'incomplete';
      mark.lastIndex = close + 1;
      continue;
    }
    const end = text.indexOf('>', index);
    return { end: end + 1, tag: `${text.slice(start, end)}${sign}>` };
  }
  return 'incomplete';
}

const opensValue = (text: string, start: number, quote: number): boolean =>
  text
    .slice(Math.max(start, quote - 32), quote)
    .trimEnd()
    .endsWith('=');

function newlinesIn(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at >= 0 && at < to; at = text.indexOf('\n', at + 1)) count += 1;
  return count;
}
