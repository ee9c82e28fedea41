import { createHash } from 'node:crypto';
import type { KnownName } from './name.js';
import { pageStyle } from './page-style.js';

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escape = (text: string): string => text.replace(/[&<>"']/g, (each) => entities[each] ?? each);

const logo = `<svg width="30" height="30" viewBox="0 0 32 32" aria-hidden="true"><rect width="32" height="32" rx="9" fill="#1fbcd3"/>
<path d="M10.5 22.5a4.5 4.5 0 0 1-.5-8.97A6.5 6.5 0 0 1 22.6 13 4.75 4.75 0 0 1 22 22.5z" fill="#fff"/></svg>`;

const COLOURS = 6;

function badge({ id, name }: KnownName): string {
  const initials = name
    .split(/[ ._-]+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toUpperCase();
  const colour = [...id].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % COLOURS;
  return `<span class="badge b${colour}" aria-hidden="true">${escape(initials)}</span>`;
}

const person = (known: KnownName): string =>
  `<li><button class="person" name="name" value="${escape(known.name)}">${badge(known)}<span>${escape(known.name)}</span></button></li>`;

/**
 * Known names in one form, so that a click answers; a new name in another, so that Enter never picks an old
 * one.
 */
export function choosePage(uid: string, names: readonly KnownName[], wrong?: string): string {
  const action = `/who/${encodeURIComponent(uid)}`;
  const earlier =
    names.length === 0
      ? ''
      : `<form method="post" action="${action}"><ul>${names.map(person).join('')}</ul></form><div class="or">or someone new</div>`;
  return document(
    'Who is it?',
    `<h1>Who is it?</h1><p>This Skyshelf runs on your own machine, so a name is enough. Each name has a drive of its own.</p>${earlier}
<form method="post" action="${action}"><label for="name">Your name</label>
<input id="name" name="name" required maxlength="60" autocomplete="username" autocapitalize="words" spellcheck="false"${earlier === '' || wrong ? ' autofocus' : ''}${wrong ? ' aria-invalid="true" aria-describedby="wrong"' : ''}>
${wrong ? `<p class="wrong" id="wrong" role="alert">${escape(wrong)}</p>` : ''}<button class="go">Continue</button></form>`,
  );
}

export function messagePage(title: string, text: string): string {
  return document(title, `<h1>${escape(title)}</h1><p>${escape(text)}</p>`);
}

const document = (title: string, main: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escape(title)} · Skyshelf</title><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><style>${pageStyle}</style></head>
<body><main><div class="brand">${logo}Skyshelf</div>${main}</main></body></html>`;

const styleHash = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`;

/**
 * No scripts, one style by hash.
 * @param origins where the form may lead in the end: browsers apply `form-action` to redirects too
 */
export const contentPolicy = (origins: readonly string[]): string =>
  `default-src 'none'; style-src ${styleHash}; form-action 'self' ${origins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`;
