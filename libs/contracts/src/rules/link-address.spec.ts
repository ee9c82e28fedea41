import { describe, expect, it } from 'vitest';
import { linkAddress, withScheme } from './link-address.js';

describe('the address of a link', () => {
  it.each([
    'https://example.com',
    'http://example.com/a?b=c#d',
    'ftp://ftp.example.org/file',
    'HTTPS://Example.COM',
    'https://münchen.de/straße',
    'https://user@example.com',
    'https://user:pass@example.com:8443/',
    'http://a@b@8.8.8.8:80/',
    'http://8.8.8.8/',
    'https://xn--mnchen-3ya.de',
    'https://例え.jp/',
    'https://a_b.example.com',
    'https://example.com./',
  ])('may be %s', (url) => expect(linkAddress(url)).toEqual({ value: url, refusal: null }));

  it('is kept as typed, trimmed', () =>
    expect(linkAddress('  https://Example.com/A  ').value).toBe('https://Example.com/A'));

  it.each([
    [' https://example.com/my file.pdf\n', 'https://example.com/my%20file.pdf'],
    ['https://example.com/line\r\nbreak', 'https://example.com/linebreak'],
    ['https://exam\nple.com/tab\there', 'https://example.com/tabhere'],
    ['ht\ntps://example.com/search?q=two words#a b', 'https://example.com/search?q=two%20words#a%20b'],
    ['https://example.com/a\u00a0b\u3000c', 'https://example.com/a%C2%A0b%E3%80%80c'],
    ['\ufeffhttps://example.com/\u200b\u200d ', 'https://example.com/'],
    ['https://example.com/\u0645\u06cc\u200c\u062e', 'https://example.com/\u0645\u06cc\u200c\u062e'],
  ])('is %j as browsers read it: %s', (typed, url) => {
    expect(linkAddress(typed)).toEqual({ value: url, refusal: null });
    expect(new URL(url).href).toBe(new URL(typed.replace(/[\ufeff\u200b\u200d]/g, '')).href);
  });

  it.each([
    'example.com',
    '//example.com',
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'mailto:a@b.cd',
    'http:/example.com',
    'http:///example.com',
    'https:////example.com',
    'https://',
    'http://localhost',
    'http://localhost./',
    'http://localhost:8080/x',
    'http://intranet/',
    'http://printer.local',
    'http://a.localhost',
    'http://db.internal',
    'http://127.0.0.1',
    'http://127.1',
    'http://10.0.0.1/',
    'http://172.16.0.1',
    'http://172.31.255.255',
    'http://192.168.1.1',
    'http://169.254.169.254/latest',
    'http://100.64.0.1',
    'http://0.0.0.0',
    'http://224.0.0.1',
    'http://255.255.255.255',
    'http://198.18.0.1',
    'http://2130706433/',
    'http://0x7f000001/',
    'http://0x7f.0.0.1',
    'http://0177.0.0.1',
    'http://017700000001',
    'http://127.0.0.1./',
    'http://１２７.0.0.1',
    'http://134744072/',
    'http://0x08.8.8.8',
    'http://[::1]/',
    'http://[fe80::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]',
    'http://[2001:db8::1]/',
    'http://user@127.0.0.1/',
    'http://8.8.8.8@127.0.0.1/',
    'https://user@printer.local',
    'http://example.com\\@127.0.0.1/',
    'http://a..b',
    'http://.com',
    'http://example.c',
    'http://1.2.3',
    'http://exa mple.com',
    'http://ex\u00a0ample.com',
    'java\nscript:alert(1)',
    'http://127.0.0.1\n',
    'http://127.0.\t0.1/',
    'http:\n///example.com',
    'http://-a.com',
    'http://999.1.1.1',
    'http://example.com:99999',
    'https://%6cocalhost',
    'http://example.com/\ud800',
  ])('may not be %s [F5.2]', (url) => expect(linkAddress(url).refusal).toBe('url.invalid'));

  it('is required [F5.1]', () => {
    for (const nothing of ['', '   ', null, undefined])
      expect(linkAddress(nothing).refusal).toBe('url.required');
  });

  it('is refused at once when it is far too long', () =>
    expect(linkAddress(`https://example.com/${' '.repeat(1_000_000)}`).refusal).toBe('url.invalid'));

  it('has at most 4096 characters', () =>
    expect(linkAddress(`https://example.com/${'a'.repeat(4096)}`).refusal).toBe('url.invalid'));
});

describe('what is typed into the form', () => {
  it.each([
    ['example.org', 'https://example.org'],
    [' example.org/a b ', 'https://example.org/a b'],
    ['example.org:8080/x', 'https://example.org:8080/x'],
    ['müller.de:8080', 'https://müller.de:8080'],
    ['http://example.org', 'http://example.org'],
    ['ftp://example.org', 'ftp://example.org'],
    ['mailto:a@example.org', 'mailto:a@example.org'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['localhost:8080', 'localhost:8080'],
    [' ', ''],
  ])('%j is sent as %j', (typed, url) => expect(withScheme(typed)).toBe(url));
});
