/** How quick the builder is with two hundred steps; taken once, by `pnpm bench builder`, with the machine to itself. */
import type { CDPSession, Page } from '@playwright/test'
import { createWorkflow } from '@throughline/contracts/workflows'
import { table, writeFigures } from '../bench/support/figures.ts'
import { largeWorkflow } from '../flow/src/testing/large.ts'
import { newcomer } from './support/newcomer.ts'
import { expect, test } from './support/test.ts'

const SLOWDOWN = 4
const LETTERS = 'A name that goes on for as long as sixty letters, more or less'
const MOVES = 200
const CHANGES = 12

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** What the page keeps about itself while it is used. */
interface Kept {
  /** From the click to the frame with the first cards. */
  opened?: number
  /** From each key to the frame that shows it. */
  keys: number[]
  measures: { name: string; duration: number }[]
}

/**
 * The page times itself: a driver that looks for a step again and again, reading the roles of all that is there, would
 * be most of what is measured.
 */
const keepTimes = (page: Page) =>
  page.evaluate(() => {
    const kept: Kept = { keys: [], measures: [] }
    Object.assign(globalThis, { kept })
    const watch = (type: string, found: (entry: PerformanceEntry) => void) => {
      const options = { type, durationThreshold: 16 }
      new PerformanceObserver((list) => list.getEntries().forEach(found)).observe(options)
    }
    watch('measure', ({ name, duration }) => kept.measures.push({ name, duration }))
    // The browser's own measure, in steps of 8 ms: until the frame is presented, not only made.
    watch('event', ({ name, duration }) => {
      if (name === 'keydown') kept.keys.push(duration)
    })
    const onClick = ({ timeStamp }: MouseEvent) => {
      const { port1, port2 } = new MessageChannel()
      port1.addEventListener('message', () => {
        kept.opened = performance.now() - timeStamp
      })
      port1.start()
      const look = () => {
        // A message comes right after the frame in which it was sent.
        if (document.querySelector('[data-step]')) port2.postMessage('drawn')
        else requestAnimationFrame(look)
      }
      look()
    }
    addEventListener('click', onClick, { capture: true, once: true })
  })

const timesOf = (page: Page): Promise<Kept> => page.evaluate(() => Reflect.get(globalThis, 'kept'))

interface TraceEvent {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur: number
  tdur?: number
}

async function traced(client: CDPSession, work: () => Promise<void>): Promise<TraceEvent[]> {
  const events: unknown[] = []
  client.on('Tracing.dataCollected', ({ value }) => events.push(...value))
  const traceConfig = { includedCategories: ['toplevel', 'cc'] }
  await client.send('Tracing.start', { transferMode: 'ReportEvents', traceConfig })
  await work()
  const complete = new Promise((resolve) => client.once('Tracing.tracingComplete', resolve))
  await client.send('Tracing.end')
  await complete
  return JSON.parse(JSON.stringify(events))
}

/** What the main thread did for each frame, by its own clock: handling the input, and all that makes the frame. */
function workOfFrames(events: readonly TraceEvent[]): number[] {
  const begun = events.filter(({ name, ph }) => name === 'ProxyMain::BeginMainFrame' && ph === 'X')
  const thread = begun.at(-1)
  const ours = ({ pid, tid, ph }: TraceEvent) => ph === 'X' && pid === thread?.pid && tid === thread.tid
  const frames = begun.filter(ours).sort((a, b) => a.ts - b.ts)
  const tasks = events.filter((event) => event.name === 'ThreadControllerImpl::RunTask' && ours(event))
  return frames.slice(1).map(({ ts }, n) => {
    const before = frames[n]?.ts ?? 0
    // The task that makes a frame begins before the frame does: this one's is in, that of the one before is not.
    const own = tasks.filter((task) => task.ts > before && task.ts <= ts)
    return own.reduce((sum, { dur, tdur = dur }) => sum + tdur, 0) / 1000
  })
}

async function pan(page: Page) {
  await page.mouse.move(700, 500)
  await page.mouse.down()
  for (let move = 0; move < MOVES; move++) {
    await page.mouse.move(700 + Math.sin(move / 12) * 300, 500 + Math.cos(move / 9) * 200)
    await page.waitForTimeout(12)
  }
  await page.mouse.up()
}

test('two hundred steps', async ({ openBrowser }) => {
  test.setTimeout(180_000)
  const owner = await newcomer('figures')
  const document = JSON.parse(JSON.stringify(largeWorkflow()))
  const body = { ...document, name: 'Two hundred steps', prefix: 'BIG', publish: false }
  await owner.call(createWorkflow, { body })
  const page = await (await openBrowser({ as: owner.username })).newPage()
  const client = await page.context().newCDPSession(page)

  await page.goto('/workflows')
  const card = page.getByRole('link', { name: 'Two hundred steps', exact: true })
  await card.hover()
  await keepTimes(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await card.click()
  await expect.poll(async () => (await timesOf(page)).opened, { intervals: [2_000] }).toBeGreaterThan(0)
  const { opened = Number.NaN, measures: first } = await timesOf(page)
  const measured = (name: string, found = first) =>
    found.filter((measure) => measure.name === name).map(({ duration }) => duration)

  await page
    .getByRole('button', { name: /^Step \d+ of 202, .*Approval/ })
    .first()
    .press('Enter')
  const name = page.getByRole('complementary').getByLabel('Name', { exact: true })
  await name.fill('')
  await page.waitForTimeout(2_000)
  const { keys: earlier } = await timesOf(page)
  await name.focus()
  await page.keyboard.type(LETTERS, { delay: 120 })
  await page.waitForTimeout(1_000)
  const keys = (await timesOf(page)).keys.slice(earlier.length)
  // A key that takes less than 16 ms is not told of.
  while (keys.length < LETTERS.length) keys.push(16)

  const before = measured('validate', (await timesOf(page)).measures).length
  for (let change = 0; change < CHANGES; change++) {
    await page.keyboard.press('x')
    await page.waitForTimeout(700)
  }
  const checks = measured('validate', (await timesOf(page)).measures).slice(before)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForTimeout(1_000)
  const frames = workOfFrames(await traced(client, () => pan(page)))

  const ms = (value: number, digits = 1) => `${value.toFixed(digits)} ms`
  const rows = [
    ['opens, from the list', ms(opened, 0), '≤ 1,500 ms', '4×'],
    ['key press in a name to the screen, p95', ms(percentile(keys, 0.95), 0), '≤ 50 ms', '4×'],
    ['layout', ms(Math.max(...measured('layout'))), '≤ 200 ms', '4×'],
    ['validate after a change, p50', ms(percentile(checks, 0.5)), '≤ 20 ms', '4×'],
    ['validate the first time, once the canvas is shown', ms(measured('validate')[0] ?? Number.NaN), '—', '4×'],
    ['main thread per frame while panning, p95', ms(percentile(frames, 0.95)), '≤ 12 ms', 'none'],
  ]
  writeFigures('builder', 'The builder with 202 steps in 40 branches', [
    ...table(['what', 'measured', 'goal', 'CPU slowdown'], rows),
    '',
    `The built product in Chromium; ${LETTERS.length} key presses, p50 ${ms(percentile(keys, 0.5), 0)}; ${checks.length} changes; ${frames.length} frames, p50 ${ms(percentile(frames, 0.5))}. Opening ends with the frame that has the first cards. A key press is the browser’s own measure of it, in steps of 8 ms, until the frame is presented. Layout and validation are the page’s own measures. The work of a frame is the processor time of the main thread, from a trace.`,
  ])
  expect(checks).toHaveLength(CHANGES)
  expect(frames.length).toBeGreaterThan(MOVES / 2)
})
