import { DomainError } from '@skyshelf/contracts';

/** The API's deepest body has 4. */
const MAX_DEPTH = 32;
const poison = new Set(['__proto__', 'constructor', 'prototype']);

const unreadable = (message: string, cause?: unknown): DomainError =>
  new DomainError('input.unreadable', { message, cause });

/** Half a surrogate pair has no UTF-8: another text would be stored than was checked. */
function checkText(text: string): void {
  if (!text.isWellFormed()) throw unreadable('The request body has a text that is not Unicode.');
}

const QUOTE = '"'.charCodeAt(0);
const BACKSLASH = '\\'.charCodeAt(0);
const OPENING = new Set(['[', '{'].map((each) => each.charCodeAt(0)));
const CLOSING = new Set([']', '}'].map((each) => each.charCodeAt(0)));

const tooDeep = (): DomainError => unreadable(`The request body is nested deeper than ${MAX_DEPTH} levels.`);

/** Checks before parsing: a text of nothing but brackets is the most expensive to build. */
function checkDepth(text: string): void {
  let depth = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === QUOTE) isQuoted = !isQuoted;
    else if (isQuoted) at += code === BACKSLASH ? 1 : 0;
    else if (OPENING.has(code)) depth += 1;
    else if (CLOSING.has(code)) depth -= 1;
    // The last level's content counts as one more; checkShape covers it.
    if (depth > MAX_DEPTH + 1) throw tooDeep();
  }
}

/** Walks without recursion, so that no body can exhaust the stack. */
function checkShape(root: unknown): void {
  let level = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw tooDeep();
    level = level.flatMap((value) => {
      if (typeof value === 'string') checkText(value);
      return typeof value === 'object' && value !== null ? entriesOf(value) : [];
    });
  }
}

function entriesOf(value: object): unknown[] {
  if (Array.isArray(value)) return value;
  for (const key of Object.keys(value)) {
    checkText(key);
    if (poison.has(key)) throw unreadable(`The request body has a field with the forbidden name ${key}.`);
  }
  return Object.values(value);
}

/**
 * RFC 8259: UTF-8, nothing around it; empty is `undefined`.
 * @throws DomainError `input.unreadable`: not UTF-8 or Unicode, not JSON, nested too deeply, or with keys
 * that poison objects
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (error) {
    throw unreadable('The request body is not UTF-8.', error);
  }
  checkDepth(text);
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable('The request body is not JSON.', error);
  }
  checkShape(value);
  return value;
}
