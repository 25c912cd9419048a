import { expect, test } from 'vitest'
import { explore } from './testing/turns/explore.ts'
import { smallCases } from './testing/turns/small-cases.ts'

/** `pnpm bench turns-model` plays the larger ones as well. */
const quick = smallCases.filter(({ isLarge }) => !isLarge)

test.each(quick)('every order of everything keeps the promises of turns: $name', { timeout: 60_000 }, (small) => {
  expect(explore(small)).toEqual({ states: expect.any(Number), whole: true })
})
