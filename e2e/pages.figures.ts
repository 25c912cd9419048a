/** How soon pages are there; taken once, by `pnpm bench pages`, with the machine to itself. */
import type { BrowserContext, Page } from '@playwright/test'
import { decideTask } from '@throughline/contracts/task-acts'
import { table, writeFigures } from '../bench/support/figures.ts'
import { withWorkflow } from './support/builder.ts'
import { countersign } from './support/cases.ts'
import { makeFirm } from './support/firm.ts'
import { begin, openTask } from './support/running.ts'
import { expect, test } from './support/test.ts'

const SLOWDOWN = 4
/** A good connection at home: 9 Mbit/s, and 40 ms to the server and back. */
const NETWORK = { offline: false, latency: 40, downloadThroughput: 9e6 / 8, uploadThroughput: 3e6 / 8 }
const COLD = 5
const ROUNDS = 8
const DECISIONS = 50

/** What a page is opened for, on it: the first thing that is no frame around it. */
const CONTENT = {
  '/home': 'main section li a',
  '/all-tasks': 'main [data-row]',
  '/all-instances': 'main [data-row]',
  '/workflows': 'main [data-row]',
  '/files': 'main [data-row]',
  '/inbox': 'main [data-row]',
} as const
type Path = keyof typeof CONTENT
const isPath = (path: string): path is Path => Object.hasOwn(CONTENT, path)
const COLD_GOALS = [
  { path: '/home', goal: 2_000 },
  { path: '/all-tasks', goal: 2_500 },
] as const

const quantile = (values: readonly number[], share: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

/** Since the address was entered, until the frame with the content. */
async function coldLoad(context: BrowserContext, path: Path): Promise<number> {
  const page = await context.newPage()
  const client = await context.newCDPSession(page)
  await client.send('Network.enable')
  await client.send('Network.emulateNetworkConditions', NETWORK)
  await client.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await page.goto(path, { waitUntil: 'commit' })
  const shown = await page.evaluate(
    (content) =>
      new Promise<number>((resolve) => {
        const look = () => {
          if (document.querySelector(content)) requestAnimationFrame(() => resolve(performance.now()))
          else requestAnimationFrame(look)
        }
        look()
      }),
    CONTENT[path],
  )
  await page.close()
  return shown
}

/** From the click on the navigation until the frame with the content, which was not there before. */
const navigate = (page: Page, path: Path) =>
  page.evaluate(
    ([to, content]) =>
      new Promise<number>((resolve, reject) => {
        const link = document.querySelector<HTMLAnchorElement>(`nav a[href="${to}"]`)
        if (!link) return reject(new Error(`there is no link to ${to}`))
        const began = performance.now()
        link.click()
        const look = () => {
          const isThere = location.pathname === to && document.querySelector(content)
          if (isThere) requestAnimationFrame(() => resolve(performance.now() - began))
          else requestAnimationFrame(look)
        }
        look()
      }),
    [path, CONTENT[path]] as const,
  )

async function warmNavigations(page: Page, rate: number): Promise<number[]> {
  const client = await page.context().newCDPSession(page)
  await page.goto('/home')
  await page.locator(CONTENT['/home']).first().waitFor()
  const paths = Object.keys(CONTENT).filter(isPath)
  const times: number[] = []
  // The first time round the parts come from the network.
  for (let round = 0; round <= ROUNDS; round++) {
    await client.send('Emulation.setCPUThrottlingRate', { rate: round === 0 ? 1 : rate })
    for (const path of [...paths.slice(1), '/home' as const]) {
      const time = await navigate(page, path)
      if (round > 0) times.push(time)
      await page.waitForTimeout(300)
    }
  }
  await client.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  return times
}

/** From when a decision is sent until the frame in which the other's page shows it. */
async function decisionsShown(openBrowser: (wish: { as: string }) => Promise<BrowserContext>): Promise<number[]> {
  const { host, staff } = await makeFirm('Figura Holm', { ada: 'Ada Obi', ben: 'Ben Holt', cleo: 'Cleo Marsh' })
  const workflow = await withWorkflow(host, countersign(staff.ada, staff.ben, staff.cleo))
  const page = await (await openBrowser({ as: staff.ben.username })).newPage()
  const times: number[] = []
  for (let at = 0; at < DECISIONS; at++) {
    const { id } = await begin(host, workflow, { title: `Letter ${at + 1}` })
    const { id: taskId } = await openTask(staff.ada, id, 'Countersign the letter')
    await page.goto(`/tasks/${taskId}`)
    await expect(page.getByRole('button', { name: /^Approve/ })).toBeVisible()
    await page.waitForTimeout(500)
    const shown = page.evaluate(
      () =>
        new Promise<number>((resolve) => {
          const look = () => {
            const hers = [...document.querySelectorAll('li')].find((one) => one.textContent?.includes('Ada Obi'))
            if (hers?.textContent?.includes('Approved')) requestAnimationFrame(() => resolve(Date.now()))
            else requestAnimationFrame(look)
          }
          look()
        }),
    )
    const sent = Date.now()
    await staff.ada.call(decideTask, { params: { taskId }, body: { decision: 'approve' } })
    times.push((await shown) - sent)
  }
  return times
}

test('pages and decisions', async ({ openBrowser }) => {
  test.setTimeout(900_000)
  const page = await (await openBrowser({ as: 'maya' })).newPage()
  const warm = await warmNavigations(page, 1)
  const slow = await warmNavigations(page, SLOWDOWN)
  const decided = await decisionsShown(openBrowser)
  // Last, and one page after the other: by now the worker is done with the files and messages that the seed left it.
  const cold = COLD_GOALS.map((one) => ({ ...one, times: new Array<number>() }))
  for (let round = 0; round < COLD; round++) {
    for (const { path, times } of cold) {
      const context = await openBrowser({ as: 'maya' })
      times.push(await coldLoad(context, path))
      await context.close()
    }
  }

  const ms = (value: number) => `${Math.round(value)} ms`
  const rows = [
    ...cold.map(({ path, goal, times }) => [
      `content of ${path}, nothing cached, median`,
      ms(quantile(times, 0.5)),
      `≤ ${goal} ms`,
      '4×, 9 Mbit/s, 40 ms',
    ]),
    ['from one area to another, p75', ms(quantile(warm, 0.75)), '≤ 200 ms', 'none'],
    ['from one area to another, p75', ms(quantile(slow, 0.75)), '—', '4×'],
    ['a decision on another person’s page, p95', ms(quantile(decided, 0.95)), '≤ 700 ms', 'none'],
  ]
  writeFigures('pages', 'Pages', [
    ...table(['what', 'measured', 'goal', 'slowdown'], rows),
    '',
    `The built product in Chromium, over HTTP/1.1, full database of the story. ${COLD} loads of each page in a browser of its own; ${warm.length} navigations between ${Object.keys(CONTENT).length} areas that were visited before, p50 ${ms(quantile(warm, 0.5))}; ${decided.length} decisions, p50 ${ms(quantile(decided, 0.5))}. Each ends with the frame that has the first row of content.`,
  ])
  expect(decided).toHaveLength(DECISIONS)
})
