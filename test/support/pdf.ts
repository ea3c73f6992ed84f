import { deflateSync } from 'node:zlib';

const isLatin = (text: string) => /^[\u0020-\u007e]*$/.test(text);

/**
 * Makes a PDF with one page for each text, which are in Latin letters, or in Chinese by a font that the file does not
 * bring.
 */
export function pdfOf(...texts: string[]): Buffer {
  const pages = texts.map((_, index) => `${5 + index * 2} 0 R`);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${pages.join(' ')}] /Count ${texts.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Font /Subtype /Type0 /BaseFont /STSong-Light /Encoding /UniGB-UCS2-H /DescendantFonts [<<
      /Type /Font /Subtype /CIDFontType0 /BaseFont /STSong-Light
      /CIDSystemInfo << /Registry (Adobe) /Ordering (GB1) /Supplement 4 >> /FontDescriptor <<
      /Type /FontDescriptor /FontName /STSong-Light /Flags 4 /FontBBox [0 -200 1000 900] /ItalicAngle 0 /Ascent 800
      /Descent -200 /StemV 80 >> >>] >>`,
    ...texts.flatMap((text, index) => {
      const shown = isLatin(text)
        ? `/F1 24 Tf 72 720 Td (${text}) Tj`
        : `/F2 24 Tf 72 720 Td <${Buffer.from(text, 'utf16le').swap16().toString('hex')}> Tj`;
      const content = text === '' ? '' : `BT ${shown} ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents ${6 + index * 2} 0 R
          /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
        `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
      ];
    }),
  ];
  return fileOf(objects);
}

/** Makes a PDF that nobody reads without its password, `secret`. It was locked by pypdf 7.1.1 with AES-256, as most programs do. */
export const lockedPdf = () =>
  fileOf(
    [
      '<< /Type /Catalog /Pages 2 0 R >>',
      '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
      '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Resources << >> >>',
      `<< /Filter /Standard /V 5 /R 6 /Length 256 /P 4294967292
        /CF << /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >> /StmF /StdCF /StrF /StdCF
        /O <7baa29f645f8c4db336449ca59fbd5b71ed53d683b150aef65f1f83b0596167f2e496820aa790da87c6fd33cf1c47119>
        /U <9956a79ef25770bb4e7cf6c85e6d876fde3aec9c23d4e2ce4481b74d3c9d3fd968648e2d78b26d132f67ffeceedf9bd0>
        /OE <7e2e29768578d74422d382de813f3d4008d45b0b9be28bb24f2890a132405874>
        /UE <1c9927bee725e67eff46c6b5f025fc61cc5b917219bd6b29d67dc4ab54c107a5>
        /Perms <e5ed45d79a217d48638889a756cdbfcb> >>`,
    ],
    '/Encrypt 4 0 R /ID [<9f77e5ea21aaddc7bf676c5d4272420e> <9f77e5ea21aaddc7bf676c5d4272420e>]',
  );

function fileOf(objects: string[], more = ''): Buffer {
  let file = '%PDF-1.7\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  return Buffer.from(
    `${file}${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${more} >>\nstartxref\n${file.length}\n%%EOF\n`,
    'latin1',
  );
}

/** Makes a small PDF whose only page has this number of megabytes of text, which its reader has to unpack. */
export function pdfBomb(megabytes: number): Buffer {
  // The reader leaves out what stands beside the page, so each piece begins at the same place.
  const piece = `1 0 0 1 72 720 Tm (${'tea '.repeat(10)}) Tj `;
  const content = deflateSync(`BT /F1 24 Tf ${piece.repeat((megabytes * 1_000_000) / piece.length)} ET`, { level: 9 });
  return fileOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [4 0 R] /Count 1 >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 5 0 R
      /Resources << /Font << /F1 3 0 R >> >> >>`,
    `<< /Length ${content.length} /Filter /FlateDecode >>\nstream\n${content.toString('latin1')}\nendstream`,
  ]);
}
