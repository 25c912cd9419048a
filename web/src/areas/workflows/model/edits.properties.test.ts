import { linksOf, parse, targetLists, validate } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { mapSteps, reachable, retargeted, tidy, unique, withMarks } from '@throughline/flow/edit'
import { casesOf } from '@throughline/flow/testing/cases'
import { documents } from '@throughline/flow/testing/documents'
import { approval, manual, workflow } from '@throughline/flow/testing/make'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { addBranch, changeType, insertStep, moveStep, removeStep, type Spot, setTargets, spotAfter } from './edits.ts'

const cases = { numRuns: casesOf(0.075) }
const types = ['manual', 'tool', 'approval', 'condition', 'wait', 'subworkflow'] as const
const aType = fc.constantFrom(...types)

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % list.length]
const idsOf = (doc: FlowDoc) => Object.keys(doc.steps)

/** Every place where a step can be put that the document writes itself. */
function spotsOf(doc: FlowDoc): Spot[] {
  const lines = linksOf(doc).flatMap(({ from, to, outcome, path }): Spot[] =>
    path === undefined || from === to ? [] : [{ kind: 'out', from, outcome, to }],
  )
  const ends = Object.values(doc.steps).flatMap((step) =>
    targetLists(step).flatMap(({ outcome, targets }): Spot[] =>
      outcome !== undefined && targets.length === 0 ? [{ kind: 'out', from: step.id, outcome, to: null }] : [],
    ),
  )
  return [{ kind: 'start' }, ...lines, ...ends, ...idsOf(doc).map((id) => spotAfter(doc, id))]
}

const sound = (doc: FlowDoc) => {
  const { doc: read, problems } = parse(doc)
  expect(problems).toEqual([])
  expect(read).toEqual(doc)
  expect(idsOf(doc)).toContain(doc.start_step)
  for (const step of Object.values(doc.steps))
    for (const { targets, outcome } of targetLists(step))
      if (outcome !== undefined) for (const target of targets) expect(idsOf(doc)).toContain(target)
}
const met = (doc: FlowDoc) => reachable(doc, [doc.start_step], true)
/** As the builder has it: `next` of a condition repeats its targets, and no list names one twice. */
const asRead = (doc: FlowDoc): FlowDoc =>
  mapSteps(
    retargeted(parse(doc).doc, (targets) => unique(targets)),
    tidy,
  )
/** Marks have no order. */
const byName = (doc: FlowDoc): FlowDoc => mapSteps(doc, (step) => withMarks(step, (step.back ?? []).toSorted()))
const wrongMarks = (doc: FlowDoc) => validate(doc).some(({ n }) => n === 9)

test('a step put anywhere can be come to, and nothing else is lost', () => {
  fc.assert(
    fc.property(documents, fc.nat(), aType, (drawn, at, type) => {
      const doc = asRead(drawn)
      const spot = pick(spotsOf(doc), at) ?? { kind: 'start' }
      const { doc: made, focus } = insertStep(doc, spot, type, 1_700_000_000_000)
      sound(made)
      expect(focus).toBe('new-1700000000000')
      expect(met(made)).toEqual(new Set([...met(doc), focus]))
      expect(made.steps[focus ?? '']).toMatchObject({ type, name: 'New Step' })
      expect(made.steps[focus ?? ''], 'a placeholder is no value').not.toHaveProperty('description')
      const warned = validate(made).filter(({ step, code }) => step === focus && code === 'assignee_missing')
      expect(warned, 'a default is no warning').toEqual([])
    }),
    cases,
  )
})

test('a step put in and taken out again leaves the document as it was', () => {
  fc.assert(
    fc.property(documents, fc.nat(), aType, (drawn, at, type) => {
      const doc = asRead(drawn)
      // A step that would lead to itself once the one between is gone ends there instead.
      fc.pre(!wrongMarks(doc) && !linksOf(doc).some(({ from, to }) => from === to))
      const spot = pick(spotsOf(doc), at) ?? { kind: 'start' }
      const { doc: made, focus = '' } = insertStep(doc, spot, type, 1)
      expect(byName(removeStep(made, focus).doc)).toEqual(byName(doc))
    }),
    cases,
  )
})

test('taking a step out keeps every other step that could be come to', () => {
  fc.assert(
    fc.property(documents, fc.nat(), (drawn, at) => {
      const doc = asRead(drawn)
      const id = pick(idsOf(doc), at) ?? ''
      const { doc: made, focus } = removeStep(doc, id)
      sound(made)
      if (idsOf(doc).length === 1) expect(made).toBe(doc)
      else {
        expect(idsOf(made).sort()).toEqual(
          idsOf(doc)
            .filter((one) => one !== id)
            .sort(),
        )
        const left = met(made)
        for (const one of met(doc)) if (one !== id) expect(left.has(one), `${one} without ${id}`).toBe(true)
        if (focus !== undefined) expect(idsOf(made)).toContain(focus)
      }
    }),
    cases,
  )
})

test('a branch more loses nothing and is come to', () => {
  fc.assert(
    fc.property(documents, fc.nat(), (drawn, at) => {
      const doc = asRead(drawn)
      const id = pick(idsOf(doc), at) ?? ''
      const { doc: made, focus = '' } = addBranch(doc, id, 5)
      sound(made)
      const left = met(made)
      expect(left.has(focus)).toBe(met(doc).has(id))
      for (const one of met(doc)) expect(left.has(one)).toBe(true)
    }),
    cases,
  )
})

test('a step moved down and up again is where it was', () => {
  let moved = 0
  fc.assert(
    fc.property(documents, fc.nat(), (drawn, at) => {
      const doc = asRead(drawn)
      fc.pre(!wrongMarks(doc))
      const id = pick(idsOf(doc), at) ?? ''
      const down = moveStep(doc, id, 1)
      if (!down) return
      moved++
      sound(down.doc)
      expect([...met(down.doc)].sort()).toEqual([...met(doc)].sort())
      const up = moveStep(down.doc, id, -1)
      if (up && !Object.values(doc.steps).some(({ back }) => back)) expect(up.doc).toEqual(doc)
    }),
    cases,
  )
  expect(moved).toBeGreaterThan(casesOf(0.005))
})

test('a step that leads on to itself stays where it is, and what leads to itself otherwise still does', () => {
  const again = workflow('sequential', manual('a', ['b']), manual('b', ['b']))
  expect(moveStep(again, 'a', 1)).toBeUndefined()
  expect(moveStep(again, 'b', -1)).toBeUndefined()
  const asked = workflow('sequential', approval('a', ['b'], { on_changes: { next: ['a'] } }), manual('b'))
  expect(moveStep(asked, 'a', 1)?.doc.steps.a).toMatchObject({ next: [], on_changes: { next: ['a'] } })
})

test('another type keeps where a step leads when all goes well, and what could be come to', () => {
  fc.assert(
    fc.property(documents, fc.nat(), aType, (drawn, at, type) => {
      const doc = asRead(drawn)
      const id = pick(idsOf(doc), at) ?? ''
      const made = changeType(doc, id, type)
      sound(made)
      expect(made.steps[id]?.type).toBe(type)
      expect(made.steps[id]?.next).toEqual(doc.steps[id]?.next)
    }),
    cases,
  )
})

test('a line drawn upwards is marked to lead back, one drawn downwards is not', () => {
  fc.assert(
    fc.property(documents, fc.nat(), fc.nat(), (drawn, at, to) => {
      const doc = asRead(drawn)
      const step = doc.steps[pick(idsOf(doc), at) ?? '']
      const target = pick(idsOf(doc), to) ?? ''
      const list =
        step &&
        pick(
          targetLists(step).filter(({ outcome }) => outcome !== undefined),
          at,
        )
      if (!step || list?.outcome === undefined) return
      const before = targetLists(step).flatMap(({ targets }) => targets)
      fc.pre(!before.includes(target))
      const made = setTargets(doc, step.id, list.outcome, [target])
      sound(made)
      const upwards = target === step.id || reachable(doc, [target], false).has(step.id)
      expect(made.steps[step.id]?.back?.includes(target) ?? false).toBe(upwards)
    }),
    cases,
  )
})

test('one more target beside another opens at once with it; one less changes nothing else', () => {
  const doc = workflow('sequential', manual('a', ['b']), manual('b', ['c', 'd']), manual('c', []), manual('d', []))
  const forked = setTargets(doc, 'a', 'done', ['b', 'd'])
  expect(forked.type).toBe('parallel')
  expect(forked.steps['a']?.next).toEqual(['b', 'd'])
  expect(forked.steps['b']?.next).toEqual(['c'])
  expect(setTargets(doc, 'b', 'done', ['c'])).toMatchObject({ type: 'sequential', steps: { b: { next: ['c'] } } })
})
