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

const percentile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0

const measureOf = (page: Page, name: string) =>
  page.evaluate((wanted) => performance.getEntriesByName(wanted, 'measure').at(-1)?.duration ?? Number.NaN, name)

/** From the key to the frame that shows it, by the page's own clock. */
async function typing(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(globalThis, { keyTimes: times })
    addEventListener(
      'keydown',
      ({ timeStamp }) => requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
      true,
    )
  })
  await page.keyboard.type(LETTERS, { delay: 120 })
  return page.evaluate(() => Reflect.get(globalThis, 'keyTimes'))
}

async function taskTime(client: CDPSession): Promise<number> {
  const { metrics } = await client.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0) * 1000
}

/** Work of the main thread for each frame while the canvas is dragged. */
async function panning(page: Page, client: CDPSession): Promise<number[]> {
  await client.send('Performance.enable', { timeDomain: 'timeTicks' })
  const frames: number[] = []
  await page.mouse.move(700, 500)
  await page.mouse.down()
  for (let move = 0; move < MOVES; move++) {
    const before = await taskTime(client)
    await page.mouse.move(700 + Math.sin(move / 12) * 300, 500 + Math.cos(move / 9) * 200)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => resolve(undefined))))
    frames.push((await taskTime(client)) - before)
  }
  await page.mouse.up()
  return frames
}

test('two hundred steps', async ({ openBrowser }) => {
  test.setTimeout(180_000)
  const owner = await newcomer('figures')
  const document = JSON.parse(JSON.stringify(largeWorkflow()))
  const body = { ...document, name: 'Two hundred steps', prefix: 'BIG', publish: false }
  await owner.call(createWorkflow, { body })
  const page = await (await openBrowser({ as: owner.username })).newPage()
  const client = await page.context().newCDPSession(page)
  const first = page.getByRole('button', { name: /^Step 1 of 202/ })

  await page.goto('/workflows')
  const card = page.getByRole('link', { name: 'Two hundred steps', exact: true })
  await card.hover()
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  const began = performance.now()
  await card.click()
  await expect(first).toBeVisible()
  const opens = performance.now() - began
  const layout = await measureOf(page, 'layout')
  const validate = await measureOf(page, 'validate')

  await page.getByRole('button', { name: /^Edit/ }).click()
  await page.getByRole('button', { name: /^Step 5 of 202/ }).press('Enter')
  await page.getByRole('complementary').getByLabel('Name', { exact: true }).fill('')
  await page.getByRole('complementary').getByLabel('Name', { exact: true }).focus()
  const keys = await typing(page)
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  const frames = await panning(page, client)

  const rows = [
    ['opens, from the list', `${opens.toFixed(0)} ms`, '≤ 1,500 ms', '4×'],
    ['key press in a name to the screen, p95', `${percentile(keys, 0.95).toFixed(1)} ms`, '≤ 50 ms', '4×'],
    ['layout', `${layout.toFixed(1)} ms`, '≤ 200 ms', '4×'],
    ['validate', `${validate.toFixed(1)} ms`, '≤ 20 ms', '4×'],
    ['main thread per frame while panning, p95', `${percentile(frames, 0.95).toFixed(1)} ms`, '≤ 12 ms', 'none'],
  ]
  writeFigures('builder', 'The builder with 202 steps in 40 branches', [
    ...table(['what', 'measured', 'goal', 'CPU slowdown'], rows),
    '',
    `The built product in Chromium; ${keys.length} key presses, ${frames.length} frames. Layout and validation are the page’s own measures; the work of a frame is all of the main thread’s, the driver’s question included.`,
  ])
  expect(keys.length).toBeGreaterThan(50)
})
