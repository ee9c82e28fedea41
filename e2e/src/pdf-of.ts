/** A PDF of these objects, the first of them its catalogue. */
export function pdfOf(objects: readonly (string | Buffer)[]): Buffer {
  let pdf = Buffer.from('%PDF-1.7\n');
  const places = objects.map((object, index) => {
    const place = pdf.length;
    pdf = Buffer.concat([
      pdf,
      Buffer.from(`${index + 1} 0 obj\n`),
      Buffer.from(object),
      Buffer.from('\nendobj\n'),
    ]);
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  const end = `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${pdf.length}\n%%EOF\n`;
  return Buffer.concat([pdf, Buffer.from(end)]);
}
