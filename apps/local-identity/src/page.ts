import { createHash } from 'node:crypto';
import { escapedMarkup } from '@skyshelf/contracts/rules';
import type { KnownName } from './known-names.js';

/** Inline, so the page needs nothing else. */
const pageStyle = `
:root{color-scheme:light dark;--accent:#1fbcd3;--button:#0b7285;--button-hover:#095c6b;--on-button:#fff;
--ink:#16323a;--quiet:#4a6670;--glass:rgba(255,255,255,.72);--line:rgba(22,50,58,.12);--field:rgba(255,255,255,.9);
--sky:linear-gradient(180deg,#bfe6f5 0%,#e3f5fb 55%,#f7fcfe 100%);--cloud:rgba(255,255,255,.85);--hover:rgba(31,188,211,.14);
--shadow:0 18px 50px rgba(16,66,82,.18),0 2px 8px rgba(16,66,82,.08)}
@media (prefers-color-scheme:dark){:root{--button:#1fbcd3;--button-hover:#55d0e1;--on-button:#06252b;--ink:#e4f2f5;--quiet:#9db8c0;
--glass:rgba(20,38,46,.74);--line:rgba(228,242,245,.14);--field:rgba(8,22,28,.6);
--sky:linear-gradient(180deg,#0b1a22 0%,#102a35 60%,#16404d 100%);--cloud:rgba(120,190,210,.10);--hover:rgba(31,188,211,.18);
--shadow:0 18px 50px rgba(0,0,0,.5),0 2px 8px rgba(0,0,0,.3)}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:24px 16px;color:var(--ink);background:var(--sky) fixed;
font:400 16px/1.5 "Inter Variable",Inter,system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-x:hidden}
body::before,body::after{content:"";position:fixed;z-index:-1;border-radius:50%;background:var(--cloud);filter:blur(6px)}
body::before{width:190px;height:190px;left:8%;top:16%;box-shadow:120px 40px 0 -30px var(--cloud),-90px 56px 0 -46px var(--cloud),210px 70px 0 -58px var(--cloud)}
body::after{width:150px;height:150px;right:10%;bottom:14%;box-shadow:-110px 34px 0 -26px var(--cloud),86px 46px 0 -42px var(--cloud)}
main{width:100%;max-width:400px;padding:32px;border-radius:20px;background:var(--glass);backdrop-filter:blur(18px) saturate(1.3);
-webkit-backdrop-filter:blur(18px) saturate(1.3);box-shadow:var(--shadow)}
.brand{display:flex;align-items:center;gap:10px;font-weight:650;font-size:16px}
.brand svg{display:block}
h1{margin:24px 0 4px;font-size:28px;line-height:1.2;font-weight:650;letter-spacing:-.01em}
p{margin:0 0 20px;color:var(--quiet);font-size:14px}
ul{list-style:none;margin:0 -12px 20px;padding:0;display:grid;gap:4px}
.person{display:flex;align-items:center;gap:12px;width:100%;min-height:52px;padding:8px 12px;border:0;border-radius:12px;background:transparent;
color:inherit;font:inherit;font-weight:550;text-align:start;cursor:pointer;transition:background-color .15s}
.person:hover{background:var(--hover)}
.person span:last-child{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.badge{flex:none;display:grid;place-items:center;width:36px;height:36px;border-radius:50%;color:#fff;font-weight:600;font-size:14px}
.or{display:flex;align-items:center;gap:12px;margin:0 0 16px;color:var(--quiet);font-size:13px}
.or::before,.or::after{content:"";flex:1;height:1px;background:var(--line)}
label{display:block;margin-bottom:6px;font-size:14px;font-weight:550}
input{width:100%;min-height:44px;padding:8px 12px;border:1px solid var(--line);border-radius:10px;background:var(--field);color:inherit;font:inherit}
.go{width:100%;min-height:44px;margin-top:12px;border:0;border-radius:10px;background:var(--button);color:var(--on-button);font:inherit;font-weight:600;
cursor:pointer;transition:background-color .15s}
.go:hover{background:var(--button-hover)}
:focus-visible{outline:3px solid var(--accent);outline-offset:2px}
.wrong{margin:8px 0 0;color:#b3261e;font-size:14px}
.note{margin:20px 0 0;font-size:13px}
.b0{background:#0b7285}.b1{background:#5f3dc4}.b2{background:#a61e4d}.b3{background:#2b6d2f}.b4{background:#9c4a00}.b5{background:#1864ab}
@media (prefers-color-scheme:dark){.wrong{color:#ffb4ab}}
@media (prefers-reduced-motion:reduce){*{transition:none!important}}
@media (max-width:991px){body::before,body::after{display:none}}
@media (max-width:420px){main{padding:24px 20px}}
`;

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
  return `<span class="badge b${colour}" aria-hidden="true">${escapedMarkup(initials)}</span>`;
}

const person = (known: KnownName): string =>
  `<li><button class="person" name="name" value="${escapedMarkup(known.name)}">${badge(known)}<span>${escapedMarkup(known.name)}</span></button></li>`;

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
${wrong ? `<p class="wrong" id="wrong" role="alert">${escapedMarkup(wrong)}</p>` : ''}<button class="go">Continue</button></form>`,
  );
}

export function messagePage(title: string, text: string): string {
  return document(title, `<h1>${escapedMarkup(title)}</h1><p>${escapedMarkup(text)}</p>`);
}

const document = (title: string, main: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapedMarkup(title)} · Skyshelf</title><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><style>${pageStyle}</style></head>
<body><main><div class="brand">${logo}Skyshelf</div>${main}</main></body></html>`;

const styleHash = `'sha256-${createHash('sha256').update(pageStyle).digest('base64')}'`;

/**
 * Allows no scripts and one style by its hash.
 * @param origins where the form may lead in the end: browsers apply `form-action` to redirects too
 */
export const contentPolicy = (origins: readonly string[]): string =>
  `default-src 'none'; style-src ${styleHash}; form-action 'self' ${origins.join(' ')}; base-uri 'none'; frame-ancestors 'none'`;
