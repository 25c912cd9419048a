import { afterAll, expect, test } from 'vitest'
import { createGrowingWork } from './plans-by-size.ts'

const work = await createGrowingWork()
afterAll(work.close)

// A million are asked by `pnpm bench plans`.
test.each([1_000, 5_000])('at %i tasks every page looks its rows up by an index, in one process', async (size) => {
  for (const { page, plans, problems } of await work.plansAt(size)) {
    expect(plans.length, page).toBeGreaterThan(0)
    expect(problems, page).toEqual([])
  }
})
