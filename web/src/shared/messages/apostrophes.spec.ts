import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../../..');
const sources = ['web/src/**/*.{ts,tsx}', 'libs/contracts/src/**/*.ts', 'services/*/src/**/*.ts'];
const isTest = (file: string): boolean => /\.(spec|page\.test)\.tsx?$/.test(file);
/** Pages to read, which no one compares. */
const isProse = (file: string): boolean => /(legal|faq|intro)-texts|updates\.data/.test(file);

/** Ignores comments. */
const isCurly = (line: string): boolean => /\p{L}’\p{L}/u.test(line.replace(/(^|\s)(\/\/|\/?\*).*$/, ''));

it('apostrophes are straight in all messages, as in the messages of the specification', () => {
  const files = globSync(sources, { cwd: root }).filter((file) => !isTest(file) && !isProse(file));
  const curly = files.flatMap((file) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (isCurly(line) ? [`${file}:${index + 1}`] : [])),
  );
  expect(files.length).toBeGreaterThan(300);
  expect(curly).toEqual([]);
});
