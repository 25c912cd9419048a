import { expect, test } from 'vitest'
import { explore } from './testing/turns/explore.ts'
import { type SmallCase, smallCases } from './testing/turns/small-cases.ts'

/** `pnpm bench turns-model` plays the larger ones as well. */
const quick = smallCases
  .filter(({ isLarge }) => !isLarge)
  .map((small): [name: string, small: SmallCase] => [small.name, small])

test.each(quick)('every order of everything keeps the promises of turns: %s', { timeout: 60_000 }, (_, small) => {
  expect(explore(small)).toEqual({ states: expect.any(Number), whole: true })
})
