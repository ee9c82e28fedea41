import { describe, expect, it } from 'vitest';
import { urlProblem, withScheme } from './link-url.js';

describe('the address of a link', () => {
  it.each([
    ['example.org', 'https://example.org'],
    [' example.org/a b ', 'https://example.org/a b'],
    ['example.org:8080/x', 'https://example.org:8080/x'],
    ['http://example.org', 'http://example.org'],
    ['ftp://example.org', 'ftp://example.org'],
    ['', ''],
  ])('completes "%s" to "%s"', (typed, url) => expect(withScheme(typed)).toBe(url));

  it.each([
    'https://example.org',
    'http://a.b.example.org:81/p?q=1#h',
    'ftp://example.org',
    'https://müller.de',
    'https://8.8.8.8',
  ])('accepts %s', (url) => expect(urlProblem(url)).toBeNull());
  it.each([
    'https://localhost',
    'https://intranet/x',
    'http://127.0.0.1',
    'http://10.1.2.3',
    'http://192.168.1.1',
    'http://172.16.0.1',
    'http://169.254.1.1',
    'http://100.64.0.1',
    'http://[::1]/',
    'javascript:alert(1)',
    'mailto:a@example.org',
    'file:///etc/passwd',
    'https://user:secret@example.org',
    'https://',
    'https://example.org/a b',
    `https://example.org/${'x'.repeat(4096)}`,
    'http://0x7f.1',
    'http://2130706433',
  ])('refuses %s', (url) => expect(urlProblem(url)).toBe('Invalid URL'));
  it('is required', () => expect(urlProblem('')).toBe('This field is required'));
});
