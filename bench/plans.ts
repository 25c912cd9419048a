/**
 * Whether the pages of running work are planned alike at any size: by an index, in one process. `pnpm bench plans`, or with
 * other numbers of tasks, which writes no figures.
 */
import { createGrowingWork, type PagePlans } from '../server/test/plans-by-size.ts'
import { table, writeFigures } from './support/figures.ts'

const SIZES = [1_000, 5_000, 1_000_000]

const sizes = process.argv.slice(2).map(Number)
const whole = (number: number) => number.toLocaleString('en')

const rowOf = (size: number, { page, plans, problems }: PagePlans) => {
  const sum = (of: (plan: (typeof plans)[number]) => number) => plans.reduce((total, plan) => total + of(plan), 0)
  return [
    page,
    whole(size),
    plans.length,
    sum(({ read }) => read),
    sum(({ buffers }) => buffers),
    sum(({ ms }) => ms).toFixed(1),
    problems.length === 0 ? 'none' : problems.length,
  ]
}

const work = await createGrowingWork()
try {
  const asked: [number, PagePlans][] = []
  for (const size of sizes.length > 0 ? sizes : SIZES) {
    for (const found of await work.plansAt(size)) asked.push([size, found])
    process.stdout.write(`asked at ${whole(size)} tasks\n`)
  }
  const problems = asked.flatMap(([size, { page, problems: found }]) =>
    found.map((problem) => `- ${page}, ${whole(size)}: ${problem}`),
  )
  const figures = [
    'Every page of running work, asked by the owner of a tenant that brings the tasks of all tenants to this number, on a new',
    'connection of tl_api with row security, by the plan that serves all values. A problem is a statement that is planned for',
    'several processes, reads a table or a bitmap whole, reads more buffers than its rows explain, or, where a page is about one',
    'task or instance, more than 200 rows.',
    '',
    ...table(
      ['page', 'tasks', 'statements', 'rows', 'buffers', 'ms', 'problems'],
      asked
        .toSorted(([, one], [, other]) => one.page.localeCompare(other.page))
        .map(([size, found]) => rowOf(size, found)),
    ),
    ...(problems.length > 0 ? ['', ...problems] : []),
  ]
  if (sizes.length === 0) writeFigures('plans', 'Plans by size', figures)
  else process.stdout.write(`${figures.join('\n')}\n`)
  process.exitCode = problems.length === 0 ? 0 : 1
} finally {
  await work.close()
}
