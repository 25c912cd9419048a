import { afterAll, describe, expect, test } from 'vitest'
import { createManyFigures, FIGURE_PAGES, problemsOf } from '../../../test/analytics/many-figures.ts'
import { readsTooMuch } from '../../../test/query-plan.ts'

// A million tasks are asked by `pnpm bench analytics-growth`.
const figures = await createManyFigures({ tasks: 40_000, workflows: 24, limited: 10 })
afterAll(figures.close)

describe.each(FIGURE_PAGES)('%s of a quarter', (page) => {
  test.each(['owner', 'half', 'busy'] as const)('reads days and counts, not the work itself, for %s', async (name) => {
    const read = await figures.read(page, name)
    expect(read.statements).toBeGreaterThan(3)
    if (page !== 'the overview' && page !== 'a workflow') expect(read.listed).toBeGreaterThan(9)
    expect(problemsOf(read, figures.size)).toEqual([])
  })
})

test('a recount finds the days of each workflow at the ends of its indexes, however much happened on them', async () => {
  const { rows, accesses } = await figures.spans()
  expect(rows).toBe(figures.size.workflows)
  expect(accesses.filter(readsTooMuch)).toEqual([])
  // Seven ends, and one for each of five steps besides the step itself.
  const read = accesses.reduce((sum, access) => sum + access.rows, 0)
  expect(read / rows).toBeLessThan(20)
})
