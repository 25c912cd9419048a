import type { Field, FlowDoc } from '@throughline/contracts/workflow-document'
import { describe, expect, test } from 'vitest'
import { workflowDocument } from '../../../test/workflow-document.ts'
import { authored, authorsIn, changesBetween, type Marks, marked, NO_MARKS } from './changes.ts'

type Step = FlowDoc['steps'][string]

/** A draft that several write, one after the other, on top of the same published version. */
class Draft {
  readonly base: FlowDoc
  doc: FlowDoc
  #marks: Marks = NO_MARKS
  #version = 1

  constructor(base: FlowDoc) {
    this.base = base
    this.doc = base
  }

  write(member: string, doc: FlowDoc): this {
    this.#version++
    this.#marks = marked(this.#marks, {
      made: changesBetween(this.doc, doc),
      before: changesBetween(this.base, this.doc),
      after: changesBetween(this.base, doc),
      by: { member, at: 'now', version: this.#version },
    })
    this.doc = doc
    return this
  }

  get authors() {
    return authorsIn(this.#marks)
  }

  get told() {
    const changes = authored(changesBetween(this.base, this.doc), this.#marks)
    return changes.map(({ path, author, also }) => [path, author, ...(also ?? [])])
  }
}

const withStep = (doc: FlowDoc, step: Step): FlowDoc => ({ ...doc, steps: { ...doc.steps, [step.id]: step } })
const change = (doc: FlowDoc, id: string, to: Partial<Step>): FlowDoc => {
  const step = doc.steps[id]
  if (!step) throw new Error(`there is no step ${id}`)
  return { ...doc, steps: { ...doc.steps, [id]: Object.assign({ ...step }, to) } }
}
const field = (name: string, label: string): Field => ({ name, type: 'text', label })
const task = (id: string, next: string[] = []): Step => ({ id, type: 'manual', name: id, next, fields: [] })

const base: FlowDoc = {
  ...workflowDocument,
  type: 'parallel',
  start_step: 'a',
  steps: {
    a: { id: 'a', type: 'manual', name: 'A', next: ['b', 'c'], fields: [field('x', 'X'), field('y', 'Y')] },
    b: task('b'),
    c: task('c'),
  },
}

describe('whoever wrote a part of a draft is named', () => {
  test('when somebody else changes the same text once more', () => {
    const draft = new Draft(base)
      .write('ben', change(base, 'a', { instructions: 'Half a sen' }))
      .write('ada', change(base, 'a', { instructions: 'Half a sentence' }))
    expect(draft.told).toEqual([['/steps/a/instructions', 'ada', 'ben']])
    expect(draft.authors).toEqual(['ben', 'ada'])
  })

  test('when what they wrote moves to another place of its list', () => {
    const theirs = field('y', 'Why?')
    const draft = new Draft(base)
      .write('ben', change(base, 'a', { fields: [field('x', 'X'), theirs] }))
      .write('ada', change(base, 'a', { fields: [theirs, field('z', 'Z')] }))
    expect(draft.authors).toEqual(['ben', 'ada'])
    expect(draft.told).toContainEqual(['/steps/a/fields/1/label', 'ada', 'ben'])
  })

  test('when somebody takes it out and puts it back', () => {
    const added = withStep(base, task('more'))
    const named = change(added, 'more', { name: 'More work' })
    const draft = new Draft(base).write('ben', added).write('ben', named).write('ada', base)
    expect(draft.authors).toEqual([])
    expect(draft.write('ada', named).told).toEqual([['/steps/more', 'ben']])
    expect(draft.write('ada', base).write('ada', change(added, 'more', { name: 'Mine' })).told).toEqual([
      ['/steps/more', 'ada'],
    ])
  })

  test('when somebody discards it all and sends it again', () => {
    const theirs = change(change(base, 'b', { name: 'Bens' }), 'a', { next: ['b', 'c', 'd'] })
    const full = withStep(theirs, task('d'))
    const draft = new Draft(base)
      .write('ben', full)
      .write('ada', base)
      .write('ada', { ...full, name: 'And mine' })
    expect(draft.authors).toEqual(['ben', 'ada'])
    expect(draft.told).toContainEqual(['/name', 'ada'])
    expect(draft.told).toContainEqual(['/steps/b/name', 'ben'])
    expect(draft.told).toContainEqual(['/steps/a/next', 'ben'])
  })

  test('when they only changed the order of what comes next, and somebody else the name', () => {
    const turned = change(base, 'a', { next: ['c', 'b'] })
    const draft = new Draft(base).write('ben', turned).write('ada', change(turned, 'a', { name: 'Other' }))
    expect(draft.told).toEqual([
      ['/steps/a/name', 'ada'],
      ['/steps/a/next', 'ben'],
    ])
  })

  test('and no longer when their change is gone', () => {
    const both = change(change(base, 'b', { name: 'Bens' }), 'c', { name: 'Adas' })
    const draft = new Draft(base).write('ben', change(base, 'b', { name: 'Bens' })).write('ada', both)
    expect(draft.authors).toEqual(['ben', 'ada'])
    expect(draft.write('ada', change(base, 'c', { name: 'Adas' })).authors).toEqual(['ada'])
  })

  test('edges of one list each have their own', () => {
    const steps = withStep(withStep(base, task('d')), task('e'))
    const published = new Draft(steps)
      .write('ben', change(steps, 'a', { next: ['b', 'c', 'd'] }))
      .write('ada', change(steps, 'a', { next: ['b', 'c', 'd', 'e'] }))
    expect(published.told).toEqual([
      ['/steps/a/next', 'ben'],
      ['/steps/a/next', 'ada'],
    ])
  })
})

test('five hundred steps that all changed in ten places cost no more than a moment', () => {
  const many = (text: string): FlowDoc => ({
    ...base,
    steps: Object.fromEntries(
      Array.from({ length: 500 }, (_, n) => [
        `s${n}`,
        {
          id: `s${n}`,
          type: 'manual',
          name: text,
          instructions: text,
          next: [],
          fields: Array.from({ length: 8 }, (__, at) => field(`f${at}`, text)),
        },
      ]),
    ),
  })
  const changes = changesBetween(many('before'), many('after'))
  expect(changes).toHaveLength(5000)
  const by = { member: 'ada', at: 'now', version: 1 }
  const marks = marked(NO_MARKS, { made: changes, before: [], after: changes, by })
  const began = process.cpuUsage()
  expect(marked(marks, { made: [], before: changes, after: changes, by }).made).toHaveLength(5000)
  expect(authored(changes, marks).every(({ author }) => author === 'ada')).toBe(true)
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(500)
})
