/** A file of the demonstration. */
export interface DemoFile {
  readonly name: string;
  readonly mimetype: string;
  readonly bytes: Buffer;
}

/** A few small images and documents, generated here: they show no real person. */
export async function drawFiles(): Promise<DemoFile[]> {
  const { default: sharp } = await import('sharp');
  const pictures = await Promise.all(
    [
      ['tom.jpg', '#7c8b94', '#b5523b'],
      ['hovli.jpg', '#a7c7d9', '#5b8c3e'],
      ['xona.jpg', '#e5d9c3', '#8a6f4d'],
      ['pech.jpg', '#d0cfc9', '#3f4a50'],
    ].map(async ([name = '', sky = '', roof = '']) => ({
      name,
      mimetype: 'image/jpeg',
      bytes: await sharp(Buffer.from(house(sky, roof)))
        .jpeg({ quality: 70 })
        .toBuffer(),
    })),
  );
  const documents = ['malumotnoma.pdf', 'dalolatnoma.pdf', 'shifokor-xulosasi.pdf'].map((name) => ({
    name,
    mimetype: 'application/pdf',
    bytes: page(name.replace('.pdf', '').replaceAll('-', ' ').toUpperCase()),
  }));
  return [...pictures, ...documents];
}

function house(sky: string, roof: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="640" height="480">
    <rect width="640" height="480" fill="${sky}"/><rect y="360" width="640" height="120" fill="#9a8f78"/>
    <polygon points="120,220 320,90 520,220" fill="${roof}"/><rect x="150" y="220" width="340" height="180" fill="#efe6d3"/>
    <rect x="200" y="270" width="80" height="80" fill="#5d7f91"/><rect x="350" y="270" width="80" height="130" fill="#7a5a3a"/>
    <path d="M300 105 l40 60 l-30 20 l20 40" stroke="#333" stroke-width="5" fill="none"/></svg>`;
}

/** A one-page PDF with one line of text. */
function page(line: string): Buffer {
  const content = `BT /F1 20 Tf 72 760 Td (${line}) Tj ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n`;
  for (const offset of offsets) text += `${String(offset).padStart(10, '0')} 00000 n \n`;
  return Buffer.from(
    `${text}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`,
  );
}
