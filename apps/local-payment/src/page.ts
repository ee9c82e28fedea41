import { createHash } from 'node:crypto';
import { escapedMarkup } from '@skyshelf/contracts/rules';
import type { StoredPlan } from '@skyshelf/contracts';
import { deliveries } from './delivery.js';
import type { LocalSubscription } from './ledger.js';

const style = `
:root{color-scheme:light dark;--ink:#16323a;--quiet:#4a6670;--sky:#e3f5fb;--card:#fff;--button:#0b7285;--line:#cfdde2}
@media (prefers-color-scheme:dark){:root{--ink:#e4f2f5;--quiet:#9db8c0;--sky:#102a35;--card:#16323e;--button:#0b7285;--line:#2c4a56}}
*{box-sizing:border-box}
body{margin:0;padding:24px 16px;min-height:100vh;color:var(--ink);background:var(--sky);font:16px/1.5 Inter,system-ui,sans-serif}
main{max-width:560px;margin:0 auto}
h1{font-size:28px;line-height:1.2;margin:24px 0 8px}h2{font-size:16px;margin:0}
p{margin:0 0 16px;color:var(--quiet);font-size:14px}
section{margin:0 0 16px;padding:20px;border-radius:12px;background:var(--card);overflow-wrap:anywhere}
.row{display:flex;flex-wrap:wrap;gap:8px;align-items:center}
.price strong{color:var(--ink);font-size:34px;letter-spacing:-.03em}
button,select,.button{display:inline-flex;align-items:center;min-height:44px;padding:0 16px;border-radius:8px;font:inherit;border:1px solid var(--line);background:transparent;color:inherit;text-decoration:none;cursor:pointer}
details{margin-top:16px;padding-top:8px;border-top:1px solid var(--line);color:var(--quiet);font-size:14px}
summary{display:inline-flex;align-items:center;min-height:40px;cursor:pointer}summary::before{content:"▸";width:18px}
[open]>summary::before{content:"▾"}small{flex-basis:100%}
select{background:var(--card)}
button.go{border-color:var(--button);background:var(--button);color:#fff;font-weight:600}
a{color:inherit}:focus-visible{outline:3px solid #1fbcd3;outline-offset:2px}
`;

const delivery = `<label>Its messages come <select name="delivery">${deliveries
  .map((each) => `<option>${each}</option>`)
  .join('')}</select></label>`;

const forTesters = (controls: string): string =>
  `<details><summary>For testers</summary><div class="row">${controls}</div></details>`;

const priceOf = ({ price, currency }: Pick<LocalSubscription, 'price' | 'currency'>): string =>
  escapedMarkup(
    new Intl.NumberFormat('en-US', {
      style: 'currency',
      currency,
      trailingZeroDisplay: 'stripIfInteger',
    }).format(Number(price)),
  );

export const payPage = (
  { name, description, currencyCode: currency }: StoredPlan,
  { price, button, custom, back }: { price: string; button: string; custom: string; back: string },
): string =>
  document(
    'Subscribe',
    `<h1>Subscribe to ${escapedMarkup(name)}</h1><section><p class="price"><strong>${priceOf({ price, currency })}</strong> monthly</p>
<p>${escapedMarkup(description)}</p><p>The first month begins now. It renews each month until you cancel it.</p>
<form method="post" action="/subscribe"><input type="hidden" name="hosted_button_id" value="${escapedMarkup(button)}">
<input type="hidden" name="custom" value="${escapedMarkup(custom)}"><div class="row"><button class="go">Pay ${priceOf({ price, currency })}</button>
<a class="button" href="${escapedMarkup(back)}">Cancel</a></div>${forTesters(delivery)}</form></section>`,
  );

const states: Record<LocalSubscription['state'], string> = {
  active: 'Active: it renews each month.',
  failing: 'The last payment has failed.',
  cancelled: 'Cancelled: the plan stays until the paid month ends.',
  ended: 'Ended.',
};

const actions = [
  ['pay', 'Pay the next month'],
  ['fail', 'Let the payment fail'],
  ['end', 'End'],
  ['refund', 'Pay the last month back'],
] as const;

const actionButton = (action: string, label: string): string =>
  `<button name="action" value="${action}">${label}</button>`;

const subscriptionOf = (each: LocalSubscription): string => {
  const { id, plan, state, payments } = each;
  const goesOn = state === 'active' || state === 'failing';
  const months = payments.length === 1 ? 'One month is paid.' : `${payments.length} months are paid.`;
  return `<section><h2>${escapedMarkup(plan)}, ${priceOf(each)} monthly</h2><p>${states[state]} ${months}</p>
<form method="post" action="/change"><input type="hidden" name="id" value="${escapedMarkup(id)}">
${goesOn ? `<div class="row">${actionButton('cancel', 'Cancel the subscription')}</div>` : ''}
${forTesters(`<small>${escapedMarkup(id)}</small>${delivery}${actions.map(([action, label]) => actionButton(action, label)).join('')}`)}</form></section>`;
};

export const listPage = (subscriptions: readonly LocalSubscription[], back: string): string =>
  document(
    'Subscriptions',
    `<h1>Subscriptions</h1>${subscriptions.length === 0 ? '<section><p>Nothing was bought here.</p></section>' : ''}${subscriptions
      .map(subscriptionOf)
      .join('')}<p><a href="${escapedMarkup(`${back}/pricing`)}">Back to the plans</a></p>`,
  );

export const messagePage = (title: string, text: string): string =>
  document(title, `<h1>${escapedMarkup(title)}</h1><section><p>${escapedMarkup(text)}</p></section>`);

const document = (title: string, main: string): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapedMarkup(title)} · Stand-in for payments</title>
<meta name="viewport" content="width=device-width,initial-scale=1"><style>${style}</style></head>
<body><main>${main}<p>This page stands in for a payment provider on this machine. No money moves.</p></main></body></html>`;

const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

/** Allows no script and one style by its hash. @param back where a form may lead in the end */
export const contentPolicy = (back: string): string =>
  `default-src 'none'; style-src ${styleHash}; form-action 'self' ${new URL(back).origin}; base-uri 'none'; frame-ancestors 'none'`;
