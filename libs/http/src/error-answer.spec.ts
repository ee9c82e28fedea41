import { DomainError } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { isNavigation, refusalPage } from './error-answer.js';

it('a refusal is a page for a browser that comes for one', () => {
  expect(isNavigation({ 'sec-fetch-mode': 'navigate', accept: '*/*' })).toBe(true);
  expect(isNavigation({ 'sec-fetch-mode': 'cors', accept: 'text/html' })).toBe(false);
  expect(isNavigation({ accept: 'text/html,application/xhtml+xml' })).toBe(true);
  expect(isNavigation({ accept: 'application/json' })).toBe(false);
  expect(isNavigation({})).toBe(false);
});

it('a page says what was refused, and nothing in it becomes markup', () => {
  const { html, contentSecurityPolicy } = refusalPage(
    new DomainError('input.invalid', { message: '<script>alert("x")</script> & \'y\'' }),
  );
  expect(html).toContain('&lt;script&gt;alert(&quot;x&quot;)&lt;/script&gt; &amp; &#39;y&#39;');
  expect(html).toContain('<a href="/">');
  expect(contentSecurityPolicy).toMatch(/^default-src 'none'; style-src 'sha256-[\w+/=]+';/);
});
