/** A small file in the manner of each exporter, and what is in it: folders, links, and what can't come. */
export interface BookmarkFile {
  from: string;
  text: string | Uint8Array;
  folders: number;
  links: number;
  refused: number;
}

const head = (title = 'Bookmarks', more = '') =>
  `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<!-- This is an automatically generated file.\nIt will be read and overwritten.\nDo Not Edit! -->\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n${more}<TITLE>${title}</TITLE>\n<H1>${title}</H1>\n`;
const a = (n: number | string, more = '') => `<A HREF="https://www.example.org/${n}"${more}>Page ${n}</A>`;
const icon = 'ICON="data:image/png;base64,iVBORw0KGgo="';

/** Order: browsers first, then services. */
export const bookmarkFiles: readonly BookmarkFile[] = [
  {
    from: 'Chrome',
    text: `${head()}<DL><p>\n    <DT><H3 ADD_DATE="1650000000" LAST_MODIFIED="1650000001" PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>\n    <DL><p>\n        <DT>${a(1, ` ADD_DATE="1650000002" ${icon}`)}\n        <DT><A HREF="chrome://settings/">Settings</A>\n    </DL><p>\n    <DT>${a(2)}\n</DL><p>\n`,
    folders: 1,
    links: 2,
    refused: 1,
  },
  {
    from: 'Firefox',
    text: `${head('Bookmarks Menu', `<meta http-equiv="Content-Security-Policy" content="default-src 'self'"></meta>\n`)}<DL><p>\n    <DT><A HREF="place:sort=8&maxResults=10">Most Visited</A>\n    <HR>    <DT><H3 ADD_DATE="1">Mozilla Firefox</H3>\n    <DL><p>\n        <DT>${a(1, ` ICON_URI="fake-favicon-uri:x" TAGS="a,b" SHORTCUTURL="k"`)}\n        <DD>About it\n        <DT><A HREF="javascript:alert(1)">Bookmarklet</A>\n    </DL><p>\n</DL>\n`,
    folders: 1,
    links: 1,
    refused: 2,
  },
  {
    from: 'Edge',
    text: `${head()}<DL><p>\r\n<DT><H3>Favorites bar</H3>\r\n<DL><p>\r\n<DT>${a(1)}\r\n<DT><H3>Empty</H3>\r\n<DL><p>\r\n</DL><p>\r\n</DL><p>\r\n</DL><p>\r\n`,
    folders: 2,
    links: 1,
    refused: 0,
  },
  {
    from: 'Safari',
    text: `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n\t<HTML>\n\t<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n\t<Title>Bookmarks</Title>\n\t<H1>Bookmarks</H1>\n\t<DT><H3 FOLDED>Favorites</H3>\n\t<DL><p>\n\t\t<DT>${a(1)}\n\t</DL><p>\n\t<DT><H3 FOLDED id="com.apple.ReadingList">Reading List</H3>\n\t<DL><p>\n\t\t<DT>${a(2)}\n\t</DL><p>\n</HTML>\n`,
    folders: 2,
    links: 2,
    refused: 0,
  },
  {
    from: 'Opera',
    text: `${head()}<DL><p><DT><H3 ADD_DATE="0">Speed Dial</H3><DL><p><DT>${a(1)}</DL><p><DT><H3>Trash</H3><DL><p></DL><p></DL>`,
    folders: 2,
    links: 1,
    refused: 0,
  },
  {
    from: 'Internet Explorer, in windows-1252',
    text: Buffer.from(
      `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<DL><p>\n<DT><H3 FOLDED>Caf\xe9</H3>\n<DL><p>\n<DT>${a(1, ' LAST_VISIT="1" LAST_MODIFIED="1"')}\n</DL><p>\n</DL><p>\n`,
      'latin1',
    ),
    folders: 1,
    links: 1,
    refused: 0,
  },
  {
    from: 'Netscape Communicator',
    text: `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>\n<H1>Bookmarks for me</H1>\n\n<DL><p>\n<DT><H3 ADD_DATE="912345678">News</H3>\n<DD>What happens\n<DL><p>\n<DT>${a(1)}\n<DD>It is\nlong\n<HR>\n<DT>${a(2)}\n</DL><p>\n</DL><p>\n`,
    folders: 1,
    links: 2,
    refused: 0,
  },
  {
    from: 'Vivaldi',
    text: `${head()}<DL><p>\n<DT><H3 SPEEDDIAL="true">Dial</H3>\n<DL><p>\n<DT>${a(1, ' DESCRIPTION="d" THUMBNAIL="t"')}\n<DT><A HREF="vivaldi://startpage">Start</A>\n</DL><p>\n</DL><p>\n`,
    folders: 1,
    links: 1,
    refused: 1,
  },
  {
    from: 'Brave, with private addresses',
    text: `${head()}<DL><p>\n<DT><A HREF="http://192.168.0.1/">Router</A>\n<DT><A HREF="http://printer.local/">Printer</A>\n<DT><A HREF="http://localhost:3000/">Mine</A>\n<DT>${a(1)}\n</DL><p>\n`,
    folders: 0,
    links: 1,
    refused: 3,
  },
  {
    from: 'Konqueror',
    text: `${head()}<DL><p>\n<DT><H3 NETSCAPEINFO="" FOLDED="no">KDE</H3>\n<DL><p>\n<DT>${a(1)}\n</DL><P>\n</DL><P>\n`,
    folders: 1,
    links: 1,
    refused: 0,
  },
  {
    from: 'Pocket',
    text: `<!DOCTYPE html>\n<html>\n<head><title>Pocket Export</title></head>\n<body>\n<h1>Unread</h1>\n<ul>\n<li><a href="https://www.example.org/1" time_added="1600000000" tags="x,y">One</a></li>\n</ul>\n<h1>Read Archive</h1>\n<ul>\n<li><a href="https://www.example.org/2" time_added="1600000001" tags="">https://www.example.org/2</a></li>\n</ul>\n</body>\n</html>\n`,
    folders: 0,
    links: 2,
    refused: 0,
  },
  {
    from: 'Instapaper',
    text: `<!DOCTYPE html><html><body><h1>Unread</h1>\n<ol>\n<li><a href="https://www.example.org/1">One</a></ol><h1>Archive</h1><ol>\n<li><a href="https://www.example.org/2">Two</a></ol></body></html>`,
    folders: 0,
    links: 2,
    refused: 0,
  },
  {
    from: 'Pinboard',
    text: `<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">\n<TITLE>Pinboard Bookmarks</TITLE>\n<H1>Bookmarks</H1>\n<DL><p><DT>${a(1, ' PRIVATE="0" TOREAD="1" TAGS="one,two"')}\n<DD>note &lt;b&gt;\n<DT>${a(2, ' PRIVATE="1"')}\n</DL><p>`,
    folders: 0,
    links: 2,
    refused: 0,
  },
  {
    from: 'Delicious',
    text: `${head()}<DL><p><DT>${a(1, ' ADD_DATE="1400000000" PRIVATE="0" TAGS="a"')}\n<DT>${a(2)}`,
    folders: 0,
    links: 2,
    refused: 0,
  },
  {
    from: 'Diigo',
    text: `${head('Diigo Bookmarks')}<dl><p>\n<dt>${a(1, ' tags="x"').toLowerCase()}\n<dd>highlight <b>of</b> a page\n<dt><a href="">None</a>\n</dl><p>\n`,
    folders: 0,
    links: 1,
    refused: 1,
  },
  {
    from: 'Raindrop',
    text: `${head('Raindrop.io Bookmarks')}<DL><p>\n<DT><H3 ADD_DATE="1700000000">All</H3>\n<DL><p>\n<DT>${a(1, ' TAGS="t" DATA-COVER="https://www.example.org/c.png" DATA-IMPORTANT="true"')}\n<DD>Why\n<DT><H3>Inner</H3>\n<DL><p>\n<DT>${a(2)}\n</DL><p>\n</DL><p>\n</DL><p>\n`,
    folders: 2,
    links: 2,
    refused: 0,
  },
  {
    from: 'linkding',
    text: `${head()}<DL><p>\n<DT>${a(1, ' ADD_DATE="1700000000" PRIVATE="1" TOREAD="0" TAGS="a,linkding:bookmarks.archived"')}\n<DD>d[linkding-notes]n[/linkding-notes]\n</DL><p>\n`,
    folders: 0,
    links: 1,
    refused: 0,
  },
  {
    from: 'Shaarli',
    text: `${head()}<DL><p>\n<DT>${a(1, ' PRIVATE="0" TAGS="a,b"')}\n<DD>x\n<DT><A HREF="/shaare/abc">A note</A>\n</DL><p>\n`,
    folders: 0,
    links: 1,
    refused: 1,
  },
  {
    from: 'Google Bookmarks',
    text: `${head()}<DL><p>\n<DT><H3 ADD_DATE="1150000000000000">Label</H3>\n<DL><p>\n<DT>${a(1, ' ADD_DATE="1150000000000000"')}\n</DL><p>\n</DL><p>\n`,
    folders: 1,
    links: 1,
    refused: 0,
  },
  {
    from: 'Linkwarden',
    text: `${head()}<DL><p>\n<DT><H3>Unorganized</H3><DL><p>\n<DT>${a(1)}<DT>${a(2)}</DL><p>\n<DT><H3>Unorganized</H3><DL><p><DT>${a(3)}</DL><p></DL><p>`,
    folders: 2,
    links: 3,
    refused: 0,
  },
  {
    from: 'Karakeep',
    text: `${head()}<DL><p>\n<DT><A HREF="https://www.example.org/?a=1&amp;b=2" ADD_DATE="1710000000" TAGS="x&quot;y">A &amp; B</A>\n<DT><A HREF="https://www.example.org/2"></A>\n</DL><p>`,
    folders: 0,
    links: 2,
    refused: 0,
  },
  {
    from: 'a service that ends no tag',
    text: `<DL><DT><H3>Open<DL><DT><A HREF="https://www.example.org/1">One<DT><A HREF="https://www.example.org/2">Two<DT><H3>Last`,
    folders: 2,
    links: 2,
    refused: 0,
  },
];
