import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { downloadInvoice, getSubscriptions, setBillingDetails } from '@throughline/contracts/billing'
import type { Client } from '@throughline/contracts/client'
import { fillPath } from '@throughline/contracts/endpoint'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createShop } from '../../../../test/paying.ts'
import { queuedContents } from '../../../../test/queued-mails.ts'
import { createStorage, type Storage } from '../../../core/storage/storage.ts'
import { withReceipts } from '../mails/render-receipt.ts'
import { drawInvoice, type InvoiceContent } from './draw-invoice.ts'
import { loadFont, runsOf } from './fonts.ts'

const run = promisify(execFile)
const folder = await mkdtemp(join(tmpdir(), 'invoice-'))
afterAll(() => rm(folder, { recursive: true }))

async function inspect(bytes: Buffer) {
  const file = join(folder, `${createHash('sha256').update(bytes).digest('hex')}.pdf`)
  await writeFile(file, bytes)
  const [info, text, boxes] = await Promise.all([
    run('pdfinfo', [file]),
    run('pdftotext', ['-layout', file, '-']),
    run('pdftotext', ['-bbox', file, '-']),
  ])
  const word = /xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">([^<]*)</g
  const [words = [], ...others] = boxes.stdout.split('</page>').map((page) =>
    Array.from(page.matchAll(word), ([, left, top, right, text]) => ({
      left: Number(left),
      top: Number(top),
      right: Number(right),
      text,
    })),
  )
  const right = Math.max(...[words, ...others].flat().map((one) => one.right))
  return { info: info.stdout, text: text.stdout, right, words }
}

const SAMPLE: InvoiceContent = {
  kind: 'invoice',
  number: 'TL-2026-002217',
  corrects: null,
  seller: { name: 'Throughline Software, Inc.', address: '18 Example Street\nWilmington', tax_number: null },
  buyer: { name: 'Harbor & Vale B.V.', address: 'Wijnhaven 3\n3011 WG Rotterdam', tax_number: 'NL004495445B01' },
  words: 'Harbor & Vale moved from Business to Business 200 on Nov 12, 2026.',
  issued_on: '2026-11-12',
  issued_at: new Date('2026-11-12T09:44:00Z'),
  currency: 'USD',
  net: 112_520,
  total: 112_520,
  lines: [
    { kind: 'plan', title: 'Business 200', detail: 'Nov 12, 2026 – Mar 3, 2027, 111 of 365 days', amount: 166_956 },
    { kind: 'plan', title: 'Less Business', detail: 'Nov 12, 2026 – Mar 3, 2027, 111 of 365 days', amount: -54_436 },
    { kind: 'tax', title: 'VAT, reverse charge', detail: 'Customer to account for VAT', amount: 0 },
  ],
  method: 'Visa ending in 4242',
  payment_ref: 'pay_Rk2wB0qLr81Xee',
}

const RIGHT_EDGE = 536
/** Where the buyer's column ends, before the seller's begins. */
const COLUMN_ENDS = 231

/** Whether the characters of a line have all got a shape of their own: what a font lacks is drawn as an empty box. */
const hasBoxes = (line: string) =>
  (['regular', 'bold'] as const).some((wanted) =>
    runsOf(line, wanted).some(({ font, text }) =>
      loadFont(font)
        .font.layout(text)
        .glyphs.some(({ id }) => id === 0),
    ),
  )

/** In scripts that need fonts of their own, as they are read back. */
const READABLE = [
  '北京慧通科技有限公司',
  '臺灣電腦股份有限公司',
  '株式会社ひかりソフト',
  '주식회사 한빛',
  'บริษัท ไทยดี จำกัด',
]

/** Names as people have them, and as people who try things have them. */
const NAMES = [
  'Ω & Söhne GmbH',
  'Żółć Sp. z o.o.',
  'ООО «Ромашка»',
  'Ελληνική Εταιρεία',
  'जुनिपर क्लिनिक',
  'שלום בע״מ',
  'شركة النور',
  'ქართული',
  'Հայաստան',
  ...READABLE,
  '🙂 & Co',
  '<script>alert(1)</script>',
  '${amount}',
  '%PDF-1.7',
  'a'.repeat(200),
  'W'.repeat(200),
  '— '.repeat(90),
  'x\u0000y\u0007z',
  '\u202Eevil',
  'a\u200Bb',
  '((((((',
  '\\) Tj ET',
  'endobj',
  ...Array.from({ length: 33 }, (_, at) => `${'Name '.repeat(at + 1)}${String.fromCodePoint(0x100 + at * 97)}`),
]

describe('an invoice', () => {
  test('is tagged, has the same bytes each time, and reads back as its lines', async () => {
    const bytes = await drawInvoice(SAMPLE)
    expect(bytes.equals(await drawInvoice(structuredClone(SAMPLE)))).toBe(true)
    const { info, text, right } = await inspect(bytes)
    expect(info).toMatch(/Tagged:\s+yes/)
    expect(info).toMatch(/Pages:\s+1/)
    for (const { title } of SAMPLE.lines) expect(text).toContain(title)
    for (const amount of ['$1,669.56', '−$544.36', '$1,125.20', '$0.00']) expect(text).toContain(amount)
    expect(text).toContain('Harbor & Vale B.V.')
    expect(text).toMatch(/Checksum: [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4} [0-9a-f]{4}/)
    expect(right).toBeLessThan(RIGHT_EDGE)
  })

  test('prints rupees', async () => {
    const { text } = await inspect(
      await drawInvoice({ ...SAMPLE, currency: 'INR', net: 10_618_820, total: 10_618_820 }),
    )
    expect(text).toContain('₹1,06,188.20')
  })

  test.each([...READABLE, 'जुनिपर क्लिनिक', 'شركة النور', '🙂'])('prints %s, and no question mark', async (name) => {
    const { text } = await inspect(await drawInvoice({ ...SAMPLE, buyer: { ...SAMPLE.buyer, name } }))
    expect(text).not.toContain('?')
    if (READABLE.includes(name)) expect(text.replaceAll(/\s/g, '')).toContain(name.replaceAll(/\s/g, ''))
  })

  test('of any of sixty names keeps within its column and the page, and shows no empty box', async () => {
    expect(new Set(NAMES).size).toBe(60)
    expect(NAMES.filter(hasBoxes)).toEqual([])
    for (let at = 0; at < NAMES.length; at += 6) {
      const [name = '', ...others] = NAMES.slice(at, at + 6)
      const buyer = { name, address: others.join('\n'), tax_number: name.slice(0, 30) }
      const { right, text, words } = await inspect(await drawInvoice({ ...SAMPLE, buyer, words: '' }))
      const below = words.find((one) => one.text === 'Description')?.top ?? 0
      const across = words.filter(
        ({ left, right, top }) => top > 130 && top < below && left < COLUMN_ENDS && right > COLUMN_ENDS,
      )
      expect({ name, fits: right < RIGHT_EDGE, boxes: text.includes('\uFFFD'), across }).toEqual({
        name,
        fits: true,
        boxes: false,
        across: [],
      })
    }
  })

  test('shows no empty box of any of 20,000 characters of all scripts', () => {
    const codes = Array.from({ length: 20_000 }, (_, at) => 0x20 + at * 7)
    const lines = Array.from({ length: 200 }, (_, line) =>
      String.fromCodePoint(...codes.filter((_, at) => at % 200 === line)),
    )
    expect(lines.filter(hasBoxes)).toEqual([])
  })
})

describe('downloaded', () => {
  let shop: Awaited<ReturnType<typeof createShop>>
  let storage: Storage
  beforeAll(async () => {
    shop = await createShop()
    storage = createStorage(shop.api.ctx.config)
    await shop.setClock('2026-03-03T12:00:00Z')
  })
  afterAll(async () => {
    storage.close()
    await shop.close()
  })

  const entryOf = async (client: Client) => {
    const [subscription] = await client(getSubscriptions, { query: { history: 'true' } })
    return subscription?.payments[0]
  }

  test('it has the same bytes for ever, and its credit note gives back what was refunded', async () => {
    const { client, user, visitor, tenantId } = await shop.newBuyer()
    const read = async (invoiceId = '') => {
      const answer = await visitor.fetch(visitor.origin + fillPath(downloadInvoice.path, { invoiceId }))
      expect(answer.headers.get('content-type')).toBe('application/pdf')
      return Buffer.from(await answer.arrayBuffer())
    }
    const body = {
      company: 'Juniper',
      address: 'Bengaluru',
      country: 'IN',
      region: '29',
      tax_number: null,
      receipts_email: '',
    }
    await client(setBillingDetails, { body })
    const order = await shop.order(client, 'Team IN monthly')
    const paid = shop.pay(order)
    await shop.verify(client, paid)
    const first = await read((await entryOf(client))?.invoice?.id)
    await client(setBillingDetails, { body: { ...body, company: 'Another' } })
    expect((await read((await entryOf(client))?.invoice?.id)).equals(first)).toBe(true)
    await shop.rows('delete from invoice_files where tenant_id = $1', [tenantId])
    expect((await read((await entryOf(client))?.invoice?.id)).equals(first)).toBe(true)
    expect((await inspect(first)).text).toContain('CGST 9%')
    const [receipt] = await queuedContents(shop.api, user.email)
    const mail = await withReceipts(shop.api.ctx, storage, () => Promise.reject(new Error('no receipt')))(receipt)
    expect(mail.attachments).toMatchObject([{ filename: `${(await entryOf(client))?.invoice?.number}.pdf` }])
    expect(mail.attachments?.[0]?.content.equals(first)).toBe(true)

    const payment = shop.payments.ledger.payments.get(paid.razorpay_payment_id)
    if (!payment) throw new Error('no payment')
    shop.payments.ledger.refund(payment, 100_000)
    await shop.settle(tenantId, order.payment_id)
    await shop.settle(tenantId, order.payment_id)
    const entry = await entryOf(client)
    expect(entry).toMatchObject({ status: 'Paid', credit_note: { number: 'TLI-CN-25-26-000001' } })
    const note = await inspect(await read(entry?.credit_note?.id))
    for (const line of ['Credit note', `Refund of ${entry?.invoice?.number}`, '−₹847.46', '−₹76.27', '−₹1,000.00'])
      expect(note.text).toContain(line)
    const sums = await shop.rows(
      `select sum(l.amount)::int as lines, i.total::int from invoices i join invoice_lines l on l.invoice_id = i.id
        where i.tenant_id = $1 group by i.id, i.number, i.total order by i.number`,
      [tenantId],
    )
    expect(sums).toEqual([
      { lines: 353_882, total: 353_882 },
      { lines: -100_000, total: -100_000 },
    ])
  })
})
