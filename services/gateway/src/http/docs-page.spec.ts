import { routes, routeTable } from '@skyshelf/contracts';
import { expect, it } from 'vitest';
import { docsPage } from './docs-page.js';

it('the page about the API names every call, what it takes and who may', () => {
  const { html } = docsPage(routeTable);
  for (const { name, method, path, refuses } of routeTable) {
    const [, section = ''] = html.split(`<section id="${name}">`);
    expect(section.split('</section>')[0]).toContain(
      `<b>${method}</b>${path.replace(/:(\w+)/g, '{$1}')}</code>`,
    );
    for (const code of refuses) expect(section.split('</section>')[0]).toContain(code);
  }
});

it('the page about the API is text and nothing else', () => {
  const route = { ...routes.listFolder, summary: '<script>alert("1")</script>' };
  const { html, policy } = docsPage([route]);
  expect(html).not.toMatch(/<script|<link|<img|javascript:/i);
  expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[A-Za-z0-9+/]{43}='; /);
});
