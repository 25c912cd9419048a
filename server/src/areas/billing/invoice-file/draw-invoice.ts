import { createHash } from 'node:crypto'
import { formatDay } from '@throughline/contracts/billing-days'
import { type Currency, formatMoney } from '@throughline/contracts/money'
import PdfKit from 'pdfkit'
import { type FontName, loadFont, runsOf } from './fonts.ts'
import { texts } from './invoice.texts.ts'

interface InvoiceParty {
  name: string
  address: string
  tax_number: string | null
}

export interface InvoiceContent {
  kind: 'invoice' | 'credit_note'
  number: string
  /** Of a credit note, the invoice that it corrects. */
  corrects: string | null
  seller: InvoiceParty
  buyer: InvoiceParty
  /** What happened, in a sentence or two. */
  words: string
  issued_on: string
  issued_at: Date
  currency: Currency
  net: number
  total: number
  lines: { kind: 'plan' | 'tax'; title: string; detail: string; amount: number }[]
  method: string
  payment_ref: string
}

const LEFT = 60
const WIDTH = 475
const RIGHT = LEFT + WIDTH
const SUMS = 260
const COLUMNS = [LEFT, 245, 430] as const
const COLUMN_WIDTH = 170
const MAX_ADDRESS_LINES = 8
const GREY = '#5c5a55'
const INK = '#1a1a1a'
const LINE = '#dddbd6'

type Doc = PDFKit.PDFDocument

interface Style {
  x: number
  width: number
  size?: number
  font?: FontName
  color?: string
}

/** Only those that are used are embedded. */
const withFont = (doc: Doc, name: FontName): Doc => doc.registerFont(name, loadFont(name).bytes).font(name)

/** Text that wraps within its width, in as many fonts as it needs. Answers where it ends. */
function write(doc: Doc, text: string, y: number, style: Style): number {
  const { x, width, size = 9, font = 'regular', color = INK } = style
  const runs = runsOf(text, font)
  doc.fontSize(size).fillColor(color)
  doc.addStructure(
    doc.struct('P', {}, () => {
      withFont(doc, font).text('', x, y, { width, continued: runs.length > 0 })
      runs.forEach((run, at) => withFont(doc, run.font).text(run.text, { width, continued: at < runs.length - 1 }))
    }),
  )
  return runs.length > 0 ? doc.y : y + size
}

function writeRight(doc: Doc, text: string, y: number, style: Omit<Style, 'width' | 'x'>): void {
  const { size = 9, font = 'regular', color = INK } = style
  const used = runsOf(text, font).at(0)?.font ?? font
  withFont(doc, used).fontSize(size).fillColor(color)
  const x = RIGHT - doc.widthOfString(text)
  doc.addStructure(doc.struct('P', {}, () => void doc.text(text, x, y, { lineBreak: false })))
}

function rule(doc: Doc, y: number, from: number = LEFT, color = LINE): void {
  doc.addStructure(
    doc.struct(
      'Artifact',
      {},
      () => void doc.moveTo(from, y).lineTo(RIGHT, y).lineWidth(1).strokeColor(color).stroke(),
    ),
  )
}

function party(doc: Doc, label: string, { name, address, tax_number }: InvoiceParty, x: number, y: number): number {
  const column = { x, width: COLUMN_WIDTH }
  let at = write(doc, label, y, { ...column, size: 8, color: GREY }) + 4
  at = write(doc, name, at, { ...column, font: 'bold' })
  const lines = address.split('\n').filter(Boolean).slice(0, MAX_ADDRESS_LINES)
  if (tax_number) lines.push(texts.taxNumber(tax_number))
  for (const line of lines) at = write(doc, line, at + 2, column)
  return at
}

function header(doc: Doc, invoice: InvoiceContent): number {
  const { kind, number, seller, buyer, issued_on } = invoice
  write(doc, texts.product, 62, { x: LEFT, width: 200, size: 15, font: 'bold' })
  writeRight(doc, texts.titles[kind], 60, { size: 19, font: 'bold' })
  writeRight(doc, number, 84, { color: GREY })
  const ends = [
    party(doc, texts.billedTo, buyer, COLUMNS[0], 135),
    party(doc, texts.from, seller, COLUMNS[1], 135),
    write(doc, formatDay(issued_on), write(doc, texts.dates[kind], 135, smallAt(COLUMNS[2])) + 4, {
      x: COLUMNS[2],
      width: 105,
    }),
  ]
  return Math.max(...ends) + 24
}

const smallAt = (x: number): Style => ({ x, width: 150, size: 8, color: GREY })

/** The next page where there is no room for this much. */
function roomFor(doc: Doc, y: number, height: number): number {
  if (y + height <= 740) return y
  doc.addPage()
  return 60
}

function lineRow(doc: Doc, { currency }: InvoiceContent, line: InvoiceContent['lines'][number], from: number): number {
  const y = roomFor(doc, from, 50)
  writeRight(doc, formatMoney(line.amount, currency), y, {})
  let at = write(doc, line.title, y, { x: LEFT, width: 360, font: 'bold' })
  if (line.detail) at = write(doc, line.detail, at + 2, { x: LEFT, width: 360, size: 8, color: GREY })
  rule(doc, at + 8)
  return at + 16
}

function sums(doc: Doc, invoice: InvoiceContent, from: number): number {
  const { currency, net, total, lines, kind } = invoice
  const money = (amount: number) => formatMoney(amount, currency)
  const sum = (y: number, label: string, amount: number, style: Partial<Style> = {}) => {
    writeRight(doc, money(amount), y, style)
    return write(doc, label, y, { x: SUMS, width: 180, ...style }) + 6
  }
  let y = sum(roomFor(doc, from, 160), texts.subtotal, net)
  for (const { title, detail, amount } of lines.filter((line) => line.kind === 'tax')) {
    y = sum(y, title, amount)
    if (detail) y = write(doc, detail, y - 4, { x: SUMS, width: 200, size: 8, color: GREY }) + 6
  }
  rule(doc, y, SUMS, INK)
  y = sum(y + 8, texts.total, total, { size: 13, font: 'bold' })
  y = sum(y, kind === 'invoice' ? texts.paid : texts.refunded, total)
  return sum(y, texts.balance, 0, { font: 'bold' }) + 20
}

/** Of everything that is printed, so that two prints can be compared at a glance. */
function checksumOf(invoice: InvoiceContent): string {
  const hash = createHash('sha256').update(JSON.stringify(invoice)).digest('hex').slice(0, 16)
  return hash.replace(/(.{4})(?!$)/g, '$1 ')
}

function footer(doc: Doc, invoice: InvoiceContent, from: number): void {
  const y = roomFor(doc, from, 90)
  rule(doc, y)
  const facts = [
    [texts.method, invoice.method],
    [texts.paidOn, formatDay(invoice.issued_on)],
    [texts.paymentId, invoice.payment_ref],
  ] as const
  facts.forEach(([label, value], at) => {
    const x = COLUMNS[at] ?? LEFT
    const below = write(doc, label, y + 12, smallAt(x))
    if (value) write(doc, value, below + 3, { x, width: at === 2 ? 105 : COLUMN_WIDTH })
  })
  write(doc, texts.identical(checksumOf(invoice)), y + 64, { x: LEFT, width: WIDTH, size: 8, color: GREY })
}

/** The document of an invoice. The same content gives the same bytes, today and in ten years. */
export async function drawInvoice(invoice: InvoiceContent): Promise<Buffer> {
  const title = `${texts.titles[invoice.kind]} ${invoice.number}`
  const doc = new PdfKit({
    size: 'A4',
    margins: { top: 60, bottom: 60, left: LEFT, right: LEFT },
    pdfVersion: '1.7',
    tagged: true,
    displayTitle: true,
    lang: 'en-US',
    info: { Title: title, Author: texts.product, CreationDate: invoice.issued_at, ModDate: invoice.issued_at },
  })
  const chunks: Buffer[] = []
  const whole = new Promise<Buffer>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.once('end', () => resolve(Buffer.concat(chunks)))
    doc.once('error', reject)
  })
  let y = header(doc, invoice)
  y = write(doc, invoice.words, y, { x: LEFT, width: 400 }) + 20
  writeRight(doc, texts.amount, y, { size: 8, color: GREY })
  y = write(doc, texts.description, y, { x: LEFT, width: 300, size: 8, color: GREY }) + 6
  rule(doc, y, LEFT, INK)
  y += 12
  for (const line of invoice.lines.filter(({ kind }) => kind === 'plan')) y = lineRow(doc, invoice, line, y)
  footer(doc, invoice, sums(doc, invoice, y))
  doc.end()
  return whole
}
