import { type ZipEntry, zip } from './zip.ts'

const HEAD = '<?xml version="1.0" encoding="UTF-8"?>'
const OFFICE = 'application/vnd.openxmlformats-officedocument'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const MEANING = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** An office package whose main part, found where it is said to be, has this type. */
function office(main: string, type: string, parts: readonly ZipEntry[], overrides = ''): Buffer {
  return zip([
    {
      name: '[Content_Types].xml',
      content: `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/${main}" ContentType="${type}"/>${overrides}</Types>`,
    },
    {
      name: '_rels/.rels',
      content: `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${MEANING}/officeDocument" Target="${main}"/></Relationships>`,
    },
    ...parts,
  ])
}

const STYLES = `${HEAD}<w:styles xmlns:w="${WORD}"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style></w:styles>`
const run = (text: string, look = '') => `<w:r>${look}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r>`

interface Words {
  heading?: string
  paragraphs?: readonly string[]
  bold?: string
  /** Markup of one's own, into the body. */
  body?: string
  /** Before the root element: a document type, say. */
  prolog?: string
  type?: string
  parts?: readonly ZipEntry[]
  /** The document itself. */
  instead?: ZipEntry
  /** Further relations of the document. */
  relations?: string
}

export function docx({
  heading,
  paragraphs = [],
  bold,
  body = '',
  prolog = '',
  type,
  parts = [],
  instead,
  relations = '',
}: Words) {
  const blocks = [
    ...(heading ? [`<w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(heading)}</w:p>`] : []),
    ...paragraphs.map((text) => `<w:p>${run(text)}</w:p>`),
    ...(bold ? [`<w:p>${run(bold, '<w:rPr><w:b/></w:rPr>')}</w:p>`] : []),
  ]
  return office('word/document.xml', type ?? `${OFFICE}.wordprocessingml.document.main+xml`, [
    instead ?? {
      name: 'word/document.xml',
      content: `${HEAD}${prolog}<w:document xmlns:w="${WORD}" xmlns:r="${MEANING}"><w:body>${blocks.join('')}${body}</w:body></w:document>`,
    },
    { name: 'word/styles.xml', content: STYLES },
    {
      name: 'word/_rels/document.xml.rels',
      content: `${HEAD}<Relationships xmlns="${RELATIONS}"><Relationship Id="r1" Type="${MEANING}/styles" Target="styles.xml"/>${relations}</Relationships>`,
    },
    ...parts,
  ])
}

export const relation = (id: string, kind: string, target: string) =>
  `<Relationship Id="${id}" Type="${MEANING}/${kind}" Target="${target}" TargetMode="External"/>`

export type Cell = string | { formula: string; value: string }

const cellOf = (cell: Cell) =>
  typeof cell === 'string'
    ? `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
    : `<c t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.value)}</v></c>`

/** `extra` stands in every sheet, before its data. */
export function xlsx(sheets: Record<string, readonly (readonly Cell[])[]>, extra = '', type?: string): Buffer {
  const names = Object.keys(sheets)
  const listed = names.map((name, n) => `<sheet name="${escaped(name)}" sheetId="${n + 1}" r:id="r${n + 1}"/>`)
  const relations = names.map(
    (_, n) => `<Relationship Id="r${n + 1}" Type="${MEANING}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`,
  )
  const overrides = names.map(
    (_, n) =>
      `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${OFFICE}.spreadsheetml.worksheet+xml"/>`,
  )
  return office(
    'xl/workbook.xml',
    type ?? `${OFFICE}.spreadsheetml.sheet.main+xml`,
    [
      {
        name: 'xl/workbook.xml',
        content: `${HEAD}<workbook xmlns="${SHEET}" xmlns:r="${MEANING}"><sheets>${listed.join('')}</sheets></workbook>`,
      },
      {
        name: 'xl/_rels/workbook.xml.rels',
        content: `${HEAD}<Relationships xmlns="${RELATIONS}">${relations.join('')}</Relationships>`,
      },
      ...names.map((name, n) => ({
        name: `xl/worksheets/sheet${n + 1}.xml`,
        content: `${HEAD}<worksheet xmlns="${SHEET}">${extra}<sheetData>${(sheets[name] ?? []).map((row) => `<row>${row.map(cellOf).join('')}</row>`).join('')}</sheetData></worksheet>`,
      })),
    ],
    overrides.join(''),
  )
}

export const pptx = (slides: readonly string[]): Buffer =>
  office('ppt/presentation.xml', `${OFFICE}.presentationml.presentation.main+xml`, [
    { name: 'ppt/presentation.xml', content: `${HEAD}<p:presentation xmlns:p="p"/>` },
    ...slides.map((text, n) => ({
      name: `ppt/slides/slide${n + 1}.xml`,
      content: `${HEAD}<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:r><a:t>${escaped(text)}</a:t></a:r></a:p></p:sld>`,
    })),
  ])

/** Its type comes first and unpacked, as the format wants it. */
export const odt = (paragraphs: readonly string[], parts: readonly ZipEntry[] = []): Buffer =>
  zip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text' },
    {
      name: 'content.xml',
      content: `${HEAD}<office:document-content xmlns:office="o" xmlns:text="t"><office:body>${paragraphs.map((text) => `<text:p>${escaped(text)}</text:p>`).join('')}</office:body></office:document-content>`,
    },
    ...parts,
  ])
