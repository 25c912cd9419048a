import { expect, test } from 'vitest'
import { plansOfStarts } from '../../../test/many-starts.ts'

// A million are asked by `pnpm bench starts-growth`.
test('with 10,000 calls, mails and runs every page and every start looks its rows up by an index', {
  timeout: 60_000,
}, async () => {
  for (const { page, plans, problems } of await plansOfStarts(10_000)) {
    expect(plans.length, page).toBeGreaterThan(0)
    expect(problems, page).toEqual([])
  }
})
