import type { ConditionStep } from '@throughline/flow/document'
import { changeTexts as say } from './history.texts.ts'
import { expression } from './value-words.ts'

type Branches = ConditionStep['branches']

const called = ({ name, when }: Branches[number]) => name || expression(when)

/** What became of the branches of a condition. */
export function branchWords(before: Branches, after: Branches): string {
  const old = new Set(before.map(called))
  const kept = new Set(after.map(called))
  const said = [
    ...after.filter((one) => !old.has(called(one))).map((one) => say.addedBranch(called(one))),
    ...before.filter((one) => !kept.has(called(one))).map((one) => say.removedBranch(called(one))),
  ]
  return said.length > 0 ? said.join(', ') : say.movedBranches
}
