import { expect, it } from 'vitest';
import { isHtmlInsteadOfFile } from './page-instead.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

it.each([
  ['<!DOCTYPE html><title>Sign in</title>', 'photo.jpg', true],
  ['\n  <!-- made by a machine --> <!-- and another --><HTML lang="en">', 'film.mp4', true],
  ['\uFEFF<html>', 'a.pdf', true],
  ['<!doctype html>', 'page.html', false],
  ['<htmlish>', 'a.xml', false],
  ['<svg xmlns="http://www.w3.org/2000/svg">', 'a.svg', false],
  ['text that names <html>', 'a.csv', false],
  ['', 'a.bin', false],
  ['<!-- that never ends', 'a.bin', false],
])('%j as %s: %s', (head, name, expected) => {
  expect(isHtmlInsteadOfFile(bytes(head), name)).toBe(expected);
});
