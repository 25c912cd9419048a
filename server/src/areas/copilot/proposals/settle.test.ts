import type { FlowDoc, Step } from '@throughline/contracts/workflow-document'
import type { Problem } from '@throughline/flow/compile'
import { expect, test } from 'vitest'
import { workflowDocument } from '../../../../test/workflow-document.ts'
import type { RawChange } from './proposal.ts'
import { settle } from './settle.ts'

const STEPS = 500
const BAD = 50

const steps = Array.from({ length: STEPS }, (_, n): Step => {
  const next = n + 1 < STEPS ? [`s${n + 1}_`] : []
  return { id: `s${n}_`, type: 'manual', name: `Step ${n}`, next, fields: [], assignee: { starter: true } }
})
const draft: FlowDoc = {
  ...workflowDocument,
  start_step: 's0_',
  steps: Object.fromEntries(steps.map((step) => [step.id, step])),
}

/** Names that begin with “Bad” are errors. */
function settled(changes: RawChange[]) {
  let checks = 0
  const check = (doc: FlowDoc): Problem[] => {
    checks++
    return Object.values(doc.steps).flatMap(({ id, name }): Problem[] =>
      name.startsWith('Bad')
        ? [{ n: 1, code: 'E_NAME', level: 'E', step: id, path: `/steps/${id}`, text: `${name} is bad.`, repairs: [] }]
        : [],
    )
  }
  return { ...settle(draft, { changes, notDone: [] }, check), checks }
}

const rename = (step: number, name: string, quote = name): RawChange => ({
  quote,
  isGuess: false,
  edits: [{ op: 'change_step', step: `s${step}_`, set: { name } }],
})

test('fifty bad changes of five hundred steps are dropped together, and the good one stays', () => {
  const bad = Array.from({ length: BAD }, (_, n) => rename(n * 10, `Bad ${n}`))
  const { diff, notDone, problems, checks } = settled([...bad, rename(7, 'Good')])
  expect(diff.map(({ quote }) => quote)).toEqual(['Good'])
  expect(notDone).toHaveLength(BAD)
  expect(notDone[0]).toEqual({ quote: 'Bad 0', reason: 'Bad 0 is bad.' })
  expect(problems).toEqual([])
  expect(checks, 'the draft, with all of them, and with what is left').toBe(3)
})

test('fifty bad changes of one step are given up after a few rounds', () => {
  const bad = Array.from({ length: BAD }, (_, n) => rename(3, `Bad ${n}`))
  const { doc, diff, notDone, checks } = settled(bad)
  expect({ doc, diff }).toEqual({ doc: draft, diff: [] })
  expect(new Set(notDone.map(({ quote }) => quote))).toEqual(new Set(bad.map(({ quote }) => quote)))
  expect(checks).toBeLessThanOrEqual(6)
})
