import { expect, test } from 'vitest'
import { casesOf } from './testing/cases.ts'
import { playRandomWorkflows } from './testing/property-run.ts'

const cases = casesOf(1)

test('every random run keeps the promises of control flow at every turn and comes to its end', () => {
  const figures = playRandomWorkflows(cases)
  // oxlint-disable-next-line no-console -- what was tried is half of what a random test says
  console.info(figures.text)
  for (const [kind, least] of Object.entries({ condition: 30, join: 30, waits: 20, return: 20 }))
    expect(figures.share(kind), `share of workflows with a ${kind}`).toBeGreaterThanOrEqual(least)
  for (const kind of ['dropped', 'joins', 'returns', 'incidents', 'items', 'alarms', 'children', 'cancelled'])
    expect(figures.counts.get(kind), kind).toBeGreaterThan(cases / 100)
}, 600_000)
