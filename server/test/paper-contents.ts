import { utils, write } from '@e965/xlsx'
import { makeZip } from 'client-zip'
import sharp from 'sharp'

const inPdf = (text: string) => text.replaceAll(/[\\()]/g, (sign) => `\\${sign}`).replaceAll(/[^\x20-\x7e]/g, '-')

/** One page, a line under the other, as the smallest reader opens it. */
function pdf([title = '', ...lines]: readonly string[]): Buffer {
  const text = [
    `BT /F1 18 Tf 72 740 Td (${inPdf(title)}) Tj ET`,
    ...lines.map((line, n) => `BT /F1 11 Tf 72 ${706 - n * 18} Td (${inPdf(line)}) Tj ET`),
  ].join('\n')
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 5 0 R >> >> /Contents 4 0 R >>',
    `<< /Length ${text.length} >>\nstream\n${text}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ]
  const places: number[] = []
  let file = '%PDF-1.4\n'
  for (const [n, object] of objects.entries()) {
    places.push(file.length)
    file += `${n + 1} 0 obj\n${object}\nendobj\n`
  }
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`
  return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${table}${trailer}`, 'latin1')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006'

/** A package of the office formats: one main part, found through its relation. */
async function office(part: string, type: string, content: string): Promise<Buffer> {
  const files = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${part}" ContentType="${type}.main+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/relationships/officeDocument" Target="${part}"/></Relationships>`,
    [part]: `${XML}${content}`,
  }
  const lastModified = new Date('2026-01-05T09:00:00Z')
  const entries = Object.entries(files).map(([name, input]) => ({ name, input, lastModified }))
  return Buffer.from(await new Response(makeZip(entries)).arrayBuffer())
}

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
const SLIDES = 'application/vnd.openxmlformats-officedocument.presentationml.presentation'
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

const docx = (lines: readonly string[]) =>
  office(
    'word/document.xml',
    WORD,
    `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${lines
      .map((line) => `<w:p><w:r><w:t xml:space="preserve">${escaped(line)}</w:t></w:r></w:p>`)
      .join('')}</w:body></w:document>`,
  )

const pptx = () =>
  office(
    'ppt/presentation.xml',
    SLIDES,
    '<p:presentation xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"><p:sldSz cx="9144000" cy="6858000"/></p:presentation>',
  )

const cells = (lines: readonly string[]) => lines.map((line) => line.split(';').map((cell) => cell.trim()))

function xlsx(lines: readonly string[]): Buffer {
  const book = utils.book_new()
  const rows = cells(lines).map((row) => row.map((cell) => (/^-?\d+(\.\d+)?$/.test(cell) ? Number(cell) : cell)))
  utils.book_append_sheet(book, utils.aoa_to_sheet(rows), 'Sheet 1')
  const made: unknown = write(book, { type: 'buffer', bookType: 'xlsx' })
  if (!Buffer.isBuffer(made)) throw new Error('the sheet was not written')
  return made
}

/** A card with lines on it, as somebody has scanned it. */
const scan = ([title = '', ...lines]: readonly string[]) =>
  sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800">
      <rect width="1200" height="800" fill="#d9d4c8"/><rect x="90" y="90" width="1020" height="620" rx="28" fill="#fbfaf7"/>
      <rect x="90" y="90" width="1020" height="104" rx="28" fill="#0b6674"/><rect x="140" y="250" width="250" height="320" rx="12" fill="#c6cfd0"/>
      <circle cx="265" cy="360" r="66" fill="#8fa3a6"/><path d="M165 570c10-90 190-90 200 0z" fill="#8fa3a6"/>
      <text x="140" y="160" font-family="sans-serif" font-size="48" fill="#fff">${escaped(title)}</text>
      ${lines.map((line, n) => `<text x="440" y="${300 + n * 64}" font-family="sans-serif" font-size="34" fill="#222">${escaped(line)}</text>`).join('')}
    </svg>`),
  )

export interface Content {
  content: Buffer
  media_type: string
}

/** What a paper of this name holds, in the format that its ending says. */
export async function contentOf(name: string, lines: readonly string[]): Promise<Content> {
  const words = [name.replace(/\.\w+$/, ''), ...lines]
  switch (name.split('.').at(-1) ?? '') {
    case 'pdf':
      return { content: pdf(words), media_type: 'application/pdf' }
    case 'docx':
      return { content: await docx(words), media_type: WORD }
    case 'pptx':
      return { content: await pptx(), media_type: SLIDES }
    case 'xlsx':
      return { content: xlsx(lines), media_type: SHEET }
    case 'csv':
      return {
        content: Buffer.from(
          `${cells(lines)
            .map((row) => row.join(','))
            .join('\n')}\n`,
        ),
        media_type: 'text/csv',
      }
    case 'jpg':
      return { content: await scan(words).jpeg({ quality: 82 }).toBuffer(), media_type: 'image/jpeg' }
    case 'png':
      return { content: await scan(words).png().toBuffer(), media_type: 'image/png' }
    default:
      return { content: Buffer.from(`${words.join('\n')}\n`), media_type: 'text/plain' }
  }
}
