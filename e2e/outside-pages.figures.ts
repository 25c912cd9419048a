/** How soon strangers see something; taken once, by `pnpm bench outside-pages`, with the machine to itself. */
import { table, writeFigures } from '../bench/support/figures.ts'
import { spread } from '../bench/support/interleave.ts'
import { median } from '../server/test/statistics.ts'
import { founder } from './support/newcomer.ts'
import { publishedSite } from './support/published-site.ts'
import { origins } from './support/settings.ts'
import { overSlow4g, paintOf } from './support/slow-network.ts'
import { expect, test } from './support/test.ts'

const VISITS = 5
const GOAL_MS = 1_000
const PARAGRAPH = 'Bookkeeping, payroll and tax for firms with up to two hundred people. '

test('pages for people outside', async ({ openBrowser }) => {
  test.setTimeout(120_000)
  const host = await founder('fern', { name: 'Cedar Partners' })
  const site = await publishedSite(host, 'Cedar', [
    { id: 'h-1', type: 'heading', level: 1, content: 'Start with one month' },
    { id: 'p-1', type: 'paragraph', content: PARAGRAPH.repeat(20) },
  ])
  const visit = async (address: string) => {
    const context = await openBrowser()
    const page = await context.newPage()
    await overSlow4g(page)
    await page.goto(address)
    const { largest } = await paintOf(page)
    await context.close()
    return largest
  }
  const pages = [
    { name: 'the landing page', address: `${origins.www}/home`, painted: new Array<number>() },
    { name: 'a page of a website', address: site, painted: new Array<number>() },
  ]
  for (let at = 0; at < VISITS; at++) for (const { address, painted } of pages) painted.push(await visit(address))
  const rows = pages.map(({ name, painted }) => [name, spread(painted, 0), `≤ ${GOAL_MS}`])
  writeFigures('outside-pages', 'Pages for people outside', [
    `The built product in Chromium over slow 4G (1.6 Mbit/s, 150 ms), ${VISITS} first visits of each in turns, each in a browser of`,
    'its own: when the largest part was painted, ms.',
    '',
    ...table(['', 'median (least – most)', 'goal'], rows),
  ])
  for (const { name, painted } of pages) expect(median(painted), name).toBeLessThanOrEqual(GOAL_MS)
})
