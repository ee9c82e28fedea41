import { expect, it } from 'vitest';
import { escapedMarkup } from './markup.js';

it('leaves nothing that could end a text or a quoted attribute', () => {
  expect(escapedMarkup(`<a title="x" id='y'>A & 日本</a>`)).toBe(
    '&lt;a title=&quot;x&quot; id=&#39;y&#39;&gt;A &amp; 日本&lt;/a&gt;',
  );
});
