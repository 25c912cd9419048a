/** How heavy and how quick the page is that anybody fills in; taken once, by `pnpm bench form-page`, with the machine to itself. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { CDPSession, Page } from '@playwright/test'
import { table, writeFigures } from '../bench/support/figures.ts'
import { inTurns, ROUNDS, ratiosOf, spread } from '../bench/support/interleave.ts'
import { requestsASecond } from '../bench/support/requests-a-second.ts'
import { median } from '../server/test/statistics.ts'
import { publishedForm } from './support/forms.ts'
import { INTAKE, PHONE } from './support/intake-form.ts'
import { origins } from './support/settings.ts'
import { expect, test } from './support/test.ts'

const SLOWDOWN = 4
/** Slow 4G, as audits of phones have it. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 }
const VISITS = 5
const KEY_PAUSE = 60
/** For each so many interactions the slowest one is left out: how browsers report it. */
const PER_OUTLIER = 50
const ASSETS = join(import.meta.dirname, '../web/dist/public/assets')

interface Vitals {
  paint: number
  shift: number
  /** The longest of each interaction. */
  interactions: number[]
}

/** Before anything of the page runs; the browser's own measures. */
const watchVitals = (page: Page) =>
  page.addInitScript(() => {
    const kept = { paint: 0, shift: 0, interactions: new Map<number, number>() }
    Object.assign(globalThis, { kept })
    const watch = (type: string, found: (entry: PerformanceEntry) => void) => {
      const options = { type, buffered: true, durationThreshold: 16 }
      new PerformanceObserver((list) => list.getEntries().forEach(found)).observe(options)
    }
    watch('largest-contentful-paint', ({ startTime }) => {
      kept.paint = startTime
    })
    watch('layout-shift', (entry) => {
      if (!Reflect.get(entry, 'hadRecentInput')) kept.shift += Number(Reflect.get(entry, 'value'))
    })
    watch('event', (entry) => {
      const id = Number(Reflect.get(entry, 'interactionId'))
      if (id > 0) kept.interactions.set(id, Math.max(entry.duration, kept.interactions.get(id) ?? 0))
    })
  })

const vitalsOf = (page: Page): Promise<Vitals> =>
  page.evaluate(() => {
    const { paint, shift, interactions } = Reflect.get(globalThis, 'kept')
    return { paint, shift, interactions: [...interactions.values()] }
  })

const nextPaint = ({ interactions }: Vitals): number =>
  interactions.toSorted((a, b) => b - a)[Math.floor(interactions.length / PER_OUTLIER)] ?? 0

/** What came over the wire, and what should not have. */
async function watchNetwork(client: CDPSession) {
  const seen = { bytes: 0, requests: 0, foreign: new Array<string>(), cookies: 0 }
  await client.send('Network.enable')
  client.on('Network.loadingFinished', ({ encodedDataLength }) => {
    seen.bytes += encodedDataLength
    seen.requests += 1
  })
  client.on('Network.requestWillBeSent', ({ request }) => {
    const { origin, pathname } = new URL(request.url)
    if (origin !== origins.app || !/^\/(?:public|v1\/forms\/public)\//.test(pathname)) seen.foreign.push(request.url)
  })
  client.on('Network.responseReceivedExtraInfo', ({ headers }) => {
    if (Object.keys(headers).some((name) => name.toLowerCase() === 'set-cookie')) seen.cookies += 1
  })
  return seen
}

/** Types and presses as somebody does who knows the answers. */
async function fillIn(page: Page) {
  const type = (label: string, text: string) => page.getByLabel(label).pressSequentially(text, { delay: KEY_PAUSE })
  await type('Legal name', 'Meridian Foods Ltd')
  await type('People on payroll', '140')
  await page.getByRole('button', { name: 'Next' }).tap()
  await page.getByRole('checkbox', { name: 'Bookkeeping' }).tap()
  await page.getByRole('checkbox', { name: 'Payroll' }).tap()
  await page.getByLabel('Monthly').tap()
  await page.getByRole('button', { name: 'Next' }).tap()
  await type('Email', 'office@meridian.example')
  await page.getByRole('button', { name: 'Back' }).tap()
  await expect(page.getByText('Page 2 of 3')).toBeVisible()
}

async function visit(page: Page, path: string) {
  const client = await page.context().newCDPSession(page)
  const network = await watchNetwork(client)
  await client.send('Network.emulateNetworkConditions', NETWORK)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await watchVitals(page)
  const answer = await page.goto(path, { waitUntil: 'networkidle' })
  const html = (await answer?.body()) ?? Buffer.alloc(0)
  await expect(page.getByText('Page 1 of 3')).toBeVisible()
  const first = { ...network }
  await fillIn(page)
  await page.waitForTimeout(1_000)
  return { ...(await vitalsOf(page)), ...first, html, foreign: network.foreign, cookies: network.cookies }
}

/** Beside a file with the same bytes from the same server, in turns. */
async function pagesASecond(path: string, html: Buffer) {
  const name = `same-size-${process.pid}.html`
  const files = [name, `${name}.br`].map((file) => join(ASSETS, file))
  const [whole = '', packed = ''] = files
  writeFileSync(whole, html)
  writeFileSync(packed, brotliCompressSync(html))
  try {
    const page = () => requestsASecond(origins.app, path)
    const file = () => requestsASecond(origins.app, `/public/assets/${name}`)
    await page()
    await file()
    return await inTurns({ bare: file, product: page })
  } finally {
    for (const one of files) rmSync(one)
  }
}

test('the page of a form', async ({ openBrowser }) => {
  test.setTimeout(240_000)
  const path = await publishedForm(await openBrowser({ as: 'maya' }), 'New client intake', INTAKE)
  const visits: Awaited<ReturnType<typeof visit>>[] = []
  for (let at = 0; at < VISITS; at++) {
    const phone = await openBrowser(PHONE)
    visits.push(await visit(await phone.newPage(), path))
    await phone.close()
  }
  const [first] = visits
  if (!first) throw new Error('nobody came')
  const sides = await pagesASecond(path, first.html)
  const ratios = ratiosOf(sides)

  const of = (figure: (one: (typeof visits)[number]) => number, digits = 0) => {
    const values = visits.map(figure)
    return spread(values, digits)
  }
  const on = '4×, slow 4G'
  const rows = [
    ['a first visit, font included, KB', of(({ bytes }) => bytes / 1000, 1), '≤ 60', '—'],
    ['largest paint, ms', of(({ paint }) => paint), '≤ 1,200', on],
    ['interaction to next paint, ms', of(nextPaint), '≤ 150', on],
    ['layout shift', of(({ shift }) => shift, 3), '≤ 0.02', on],
    ['pages a second', spread(sides.product, 0), '—', 'none'],
    ['the same bytes as a file, a second', spread(sides.bare, 0), '—', 'none'],
    ['pages by files', spread(ratios, 2), '≥ 0.5', 'none'],
  ]
  writeFigures('form-page', 'The page of a form', [
    ...table(['what', 'median (least – most)', 'goal', 'slowdown'], rows),
    '',
    `The built product in Chromium, a phone of 390 px, slow 4G (1.6 Mbit/s, 150 ms): ${VISITS} first visits in a browser of their own, ${first.requests} requests each, then ${Math.round(median(visits.map(({ interactions }) => interactions.length)))} interactions above 16 ms on three pages. Bytes are those on the wire with headers. Answers from other origins or of the application: ${visits.flatMap(({ foreign }) => foreign).length}; cookies set: ${visits.reduce((sum, { cookies }) => sum + cookies, 0)}. Pages and files: ${ROUNDS} turns each.`,
  ])
  expect(visits.flatMap(({ foreign }) => foreign)).toEqual([])
  expect(visits.map(({ cookies }) => cookies)).toEqual(visits.map(() => 0))
  expect(median(visits.map(({ interactions }) => interactions.length))).toBeGreaterThan(0)
})
