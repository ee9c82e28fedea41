import { refused, type Step } from './step.js';

/** An address that is none of its kind. */
const wrong = (linktype: string, linkurl: string): Step => ({
  call: 'addElement',
  body: { url: '/', obj: { linkname: 'Film', linktype, linkurl } },
  status: 400,
  answer: refused('video.wrong-url', 'Wrong video url', 'obj.linkurl'),
});
const invalid = (linkurl: string): Step => ({
  call: 'addElement',
  body: { url: '/', obj: { linkname: 'Page', linktype: 'website', linkurl } },
  status: 400,
  answer: refused('url.invalid', 'Invalid URL', 'obj.linkurl'),
});

/** The rules of each kind of link. */
export const linkCases: Readonly<Record<string, readonly Step[]>> = {
  'a link of a video needs an address of its site': [
    wrong('youtube', 'https://www.youtube.com/watch?v='),
    wrong('youtube', 'https://example.com/watch?v=aaaaaaaaaaa'),
    wrong('vimeo', 'https://vimeo.com/a/b'),
    wrong('vimeo', 'https://vimeo.com/123?share=copy'),
    wrong('tiktok', 'https://www.tiktok.com/@somebody'),
    wrong('tiktok', 'https://example.com/@somebody/video/7000000000000000001'),
  ],
  'a link leads to a public address': [
    invalid('example'),
    invalid('javascript:alert(1)'),
    invalid('http://192.168.0.1/'),
    invalid('http://[::1]/'),
    invalid('http://2130706433/'),
    invalid('http://0x7f.1/'),
  ],
  'a link needs an address, and a folder a name that is left of what was typed': [
    {
      call: 'addElement',
      body: { url: '/', obj: { linkname: 'Page', linktype: 'website', linkurl: ' ' } },
      status: 400,
      answer: refused('url.required', 'This field is required', 'obj.linkurl'),
    },
    {
      call: 'addElement',
      body: { url: '/', obj: { linkname: '***', linktype: 'folder' } },
      status: 400,
      answer: refused('name.required', 'This field is required', 'obj.linkname'),
    },
  ],
};
