import { expect, test } from 'vitest'
import { explore } from './testing/turns/explore.ts'
import { type Fault, faultNames, faults } from './testing/turns/faults.ts'
import { playSequences } from './testing/turns/sequences.ts'
import { smallCases } from './testing/turns/small-cases.ts'

/** Always the same sequences: how soon chance would come upon a fault must not decide whether the tests pass. */
const SEED = 11
const SEQUENCES = 500

/** Faults that random sequences come upon too late. `pnpm bench turns-model` looks for each of them from a new seed. */
const inSmallCase: Partial<Record<Fault, string>> = {
  cancelReads: 'a child whose parent cannot be read, cancelled',
  childUnlocked: 'a child that throws, or its parent',
  endedReads: 'a child whose parent cannot be read, cancelled',
  cancelUnsaid: 'a child whose parent cannot be read, cancelled',
  activitySpins: 'a child that throws, or its parent',
  randomChildIds: 'a child that calls, the database put back',
  restoreUnmarked: 'the database put back',
  broughtOld: 'a call whose result throws, or its whole plan',
  settleUndone: 'a call whose result throws, or its whole plan',
  settledAgain: 'a call to a receiver without keys',
  tryOfEngine: 'a call to a receiver without keys',
  knownByStep: 'a call, tried again',
  moreForgotten: 'a list of sixty tasks',
  moreUnsaid: 'a list of sixty tasks',
  moreOnce: 'a list of sixty tasks',
}

function messageOf(fault: Fault): string | undefined {
  const name = inSmallCase[fault]
  const small = smallCases.find((one) => one.name === name)
  return small ? explore(small, fault).message : playSequences(SEQUENCES, SEED, fault).found?.message
}

const planted = faultNames.map((fault): [text: string, fault: Fault] => [faults[fault], fault])

test.each(planted)('it is noticed when %s', { timeout: 60_000 }, (_, fault) => {
  expect(messageOf(fault)).toMatch(/^broken: /)
})
