/**
 * A million tasks, a fifth of them in one tenant with 500 workflows, 200 of them limited: pages of figures read days and
 * counts, within their bounds, by their plans. `pnpm bench analytics-growth`, or with other numbers of tasks and
 * workflows, which writes no figures.
 */
import {
  createManyFigures,
  FIGURE_PAGES,
  FIGURE_VIEWERS,
  type FigureReading,
  problemsOf,
} from '../server/test/analytics/many-figures.ts'
import { quantile } from '../server/test/statistics.ts'
import { table, writeFigures } from './support/figures.ts'

/** A page is asked for so often to say how long it takes. */
const TIMES = 40

const [tasks, workflows] = process.argv.slice(2).map(Number)
const size = { tasks: tasks ?? 1_000_000, workflows: workflows ?? 500, limited: Math.floor((workflows ?? 500) * 0.4) }
const whole = (number = 0) => Math.round(number).toLocaleString('en')

const figures = await createManyFigures(size)
try {
  const readings: (FigureReading & { p95: number })[] = []
  for (const page of FIGURE_PAGES)
    for (const name of FIGURE_VIEWERS) {
      const times = await figures.time(page, name, TIMES)
      const p95 = quantile(
        times.toSorted((a, b) => a - b),
        0.95,
      )
      readings.push({ ...(await figures.read(page, name)), p95 })
    }
  const problems = readings.flatMap((one) => problemsOf(one, size).map((text) => `- ${one.page}, ${one.name}: ${text}`))
  const lines = [
    `${whole(size.tasks)} tasks in five tenants, a fifth of them in one with ${whole(size.workflows)} workflows, ${whole(size.limited)} of them limited; a quarter,`,
    'compared with the one before, and a month of the calendar, asked by the owner, by somebody who sees half of the limited',
    'workflows, and by somebody who also takes part in much of the restricted work, on a new connection of tl_api with row',
    `security, by the plan that serves all values. p95: of the page asked ${TIMES} times, in ms. The statements took so many ms while`,
    'their plans were told, which takes longer.',
    '',
    ...table(
      ['page', 'by', 'days of workflows', 'days of steps', 'restricted', 'buffers', 'p95', 'statements'],
      readings.map(({ page, name, rows, restricted, buffers, p95, times }) => [
        page,
        name,
        whole(rows['workflow_days']),
        whole(rows['step_days']),
        restricted,
        whole(buffers),
        p95.toFixed(0),
        times.map((ms) => ms.toFixed(0)).join(' + '),
      ]),
    ),
    '',
    `Bounds broken: ${problems.length === 0 ? 'none' : problems.length}.`,
    ...problems,
  ]
  if (tasks === undefined) writeFigures('analytics-growth', 'Figures of a million tasks', lines)
  else process.stdout.write(`${lines.join('\n')}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await figures.close()
}
