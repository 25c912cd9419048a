import { previewDocument } from '@throughline/contracts/document-preview'
import { Document, getDocument } from '@throughline/contracts/documents'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestApi } from '../../../../test/api.ts'
import { createDesk } from '../../../../test/documents-desk.ts'
import { eventually } from '../../../../test/eventually.ts'
import { startFilesWorker } from '../../../../test/files-worker.ts'
import { docx, odt, pptx, xlsx } from '../../../../test/hostile/office.ts'
import { pdf } from '../../../../test/hostile/pdf.ts'
import { EICAR } from '../../../../test/storage/eicar.ts'
import { createWorld } from '../../../../test/world.ts'
import { inTenant } from '../../../core/db/in-tenant.ts'
import { textParts } from '../preview/preview.queries.ts'
import { STEPS } from './steps.ts'

const api = await createTestApi()
const world = await createWorld(api)
const desk = createDesk(api, world)
let worker: Awaited<ReturnType<typeof startFilesWorker>> | undefined
beforeAll(async () => {
  worker = await startFilesWorker(api.ctx.config)
}, 90_000)
const { client } = world.actors.member
afterAll(async () => {
  desk.close()
  await worker?.stop()
  await api.close()
})

const NOTHING_READ = Object.fromEntries(STEPS.map((step) => [step, 'none']))

async function settled(content: string | Buffer, name: string) {
  const { body } = await desk.send('/v1/documents/', desk.formOf('files', content, name))
  const [made] = z.parse(z.array(Document), body)
  if (!made) throw new Error('nothing was made')
  const params = { documentId: made.id }
  const { processing, thumbnail_url } = await eventually(
    async () => {
      const found = await client(getDocument, { params })
      expect(found.processing).not.toMatchObject({ state: 'quarantined' })
      expect(STEPS.map((step) => found.processing[step])).not.toContain('waiting')
      return found
    },
    40_000,
    200,
  )
  const { data } = await client(previewDocument, { params, query: {} })
  const parts = await inTenant(api.ctx, world.ours, ({ db, tenantId }) => textParts(db, tenantId, made.id, 1, 20))
  return { processing, thumbnail_url, preview: data.preview, text: parts.map(({ content: part }) => part).join('') }
}

/** Letters that exist only as pixels. */
const scan = (words: string) =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="900" height="200"><rect width="900" height="200" fill="white"/><text x="40" y="120" font-size="64" font-family="DejaVu Sans, sans-serif">${words}</text></svg>`,
    ),
  )

describe('files are worked on without anybody asking for it', { timeout: 60_000 }, () => {
  test.concurrent('a text', async () => {
    const { processing, preview } = await settled('A text', 'a.txt')
    expect(processing).toMatchObject({ ...NOTHING_READ, state: 'clean', text: 'done', problem: null })
    expect(preview).toEqual({ kind: 'text', text: 'A text', cut: false })
  })

  test.concurrent('one with a virus', async () => {
    const { processing, preview } = await settled(EICAR, 'b.txt')
    expect(processing).toMatchObject({ ...NOTHING_READ, state: 'infected' })
    expect(preview).toEqual({ kind: 'none', reason: 'withheld' })
  })

  test.concurrent('a PDF', async () => {
    const { processing, preview, text, thumbnail_url } = await settled(
      pdf({ texts: ['Annual report', 'Page two'] }),
      'c.pdf',
    )
    expect(processing).toMatchObject({ pages: 'done', page_count: 2, text: 'done', ocr: 'none', thumbnail: 'done' })
    expect(preview).toEqual({ kind: 'pdf', pages: 2 })
    expect(text).toContain('Annual report')
    expect(thumbnail_url).not.toBeNull()
  })

  test.concurrent('a scan: a PDF whose pages are pictures', async () => {
    const jpeg = await scan('Signed agreement').jpeg().toBuffer()
    const { processing, text } = await settled(pdf({ picture: { jpeg, width: 900, height: 200 } }), 'd.pdf')
    expect(processing).toMatchObject({ pages: 'done', page_count: 1, text: 'none', ocr: 'done' })
    expect(text).toContain('Signed agreement')
  })

  test.concurrent('a photograph of letters', async () => {
    const { processing, preview, text } = await settled(await scan('Receipt 4711').png().toBuffer(), 'e.png')
    expect(processing).toMatchObject({ pages: 'none', text: 'none', ocr: 'done', thumbnail: 'done' })
    expect(preview).toEqual({ kind: 'image' })
    expect(text).toContain('Receipt 4711')
  })

  test.concurrent('a table in plain text', async () => {
    const { processing, preview } = await settled('"name";sum\n"Vale; Ltd";0012\n=1+1;x\n', 'f.csv')
    expect(processing).toMatchObject({ text: 'done', preview: 'done' })
    const rows = [
      ['name', 'sum'],
      ['Vale; Ltd', '0012'],
      ['=1+1', 'x'],
    ]
    expect(preview).toMatchObject({ kind: 'table', sheets: [{ rows, cut: false }] })
  })

  test.concurrent('a spreadsheet, of which at most 500 rows and 50 columns are shown', async () => {
    const wide = Array.from({ length: 60 }, (_, n) => `c${n}`)
    const long = Array.from({ length: 600 }, (_, n) => [`r${n}`])
    const { preview, text } = await settled(xlsx({ Small: [['a', 'b']], Large: [wide, ...long] }), 'g.xlsx')
    if (preview.kind !== 'table') throw new Error('it is no table')
    const [small, large] = preview.sheets
    expect(small).toEqual({ name: 'Small', rows: [['a', 'b']], cut: false })
    expect([large?.rows.length, large?.rows[0]?.length, large?.cut]).toEqual([500, 50, true])
    expect(text).toContain('r498')
  })

  test.concurrent('a Word document', async () => {
    const { preview, text } = await settled(
      docx({ heading: 'Terms', paragraphs: ['One', 'Two'], bold: 'Both' }),
      'h.docx',
    )
    expect(preview).toMatchObject({
      kind: 'words',
      cut: false,
      blocks: [
        { kind: 'heading', level: 1, runs: [{ text: 'Terms' }] },
        { kind: 'paragraph', runs: [{ text: 'One' }] },
        { kind: 'paragraph', runs: [{ text: 'Two' }] },
        { kind: 'paragraph', runs: [{ text: 'Both', bold: true }] },
      ],
    })
    expect(text).toBe('Terms\nOne\nTwo\nBoth')
  })

  test.concurrent('slides, and a text of another office', async () => {
    const [slides, words] = await Promise.all([
      settled(pptx(['Aims & means']), 'i.pptx'),
      settled(odt(['First', 'Last']), 'j.odt'),
    ])
    expect(slides.text).toContain('Aims & means')
    expect(words.preview).toMatchObject({
      kind: 'words',
      blocks: [{ runs: [{ text: 'First' }] }, { runs: [{ text: 'Last' }] }],
    })
  })
})
