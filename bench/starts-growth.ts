/**
 * A million calls of one webhook, a million mails of one address, a million responses to one form, a million instances and
 * a million runs of fifty schedules: what people look at and what each start has to know stays within its bounds, by its
 * plans. `pnpm bench starts-growth`, or with another number of each, which writes no figures.
 */
import { plansOfStarts } from '../server/test/many-starts.ts'
import { table, writeFigures } from './support/figures.ts'

const ALL = 1_000_000

const size = Number(process.argv[2] ?? ALL)
const whole = (number: number) => number.toLocaleString('en')
const found = await plansOfStarts(size)
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const problems = found.flatMap(({ page, problems: broken }) => broken.map((problem) => `- ${page}: ${problem}`))
const figures = [
  `${whole(size)} calls of one webhook and as many mails of one address, responses to one form, and instances, over thirty`,
  `days, and ${whole(size)} runs of fifty hourly schedules; a tenth of it in another workspace. Asked as tl_api with row`,
  'security, by the plan that serves all values. A problem is a statement that is planned for several processes, an access to',
  'a growing table that reads more buffers than its rows and searches explain, or more rows than the page shows and counts:',
  'calls, mails, responses and instances are counted to 10,000, a schedule has at most 24 runs a day.',
  '',
  ...table(
    ['asked', 'statements', 'rows', 'buffers', 'ms'],
    found.map(({ page, plans, rows }) => [
      page,
      plans.length,
      whole(rows),
      whole(sum(plans.map(({ buffers }) => buffers))),
      sum(plans.map(({ ms }) => ms)).toFixed(1),
    ]),
  ),
  '',
  `Problems: ${problems.length === 0 ? 'none' : problems.length}.`,
  ...problems,
]
if (size === ALL) writeFigures('starts-growth', 'A million calls, mails and runs', figures)
else process.stdout.write(`${figures.join('\n')}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
