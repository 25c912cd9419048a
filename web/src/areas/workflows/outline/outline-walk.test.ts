import { linksOf, parse } from '@throughline/flow/compile'
import type { FlowDoc } from '@throughline/flow/document'
import { casesOf } from '@throughline/flow/testing/cases'
import { onboarding } from '@throughline/flow/testing/examples'
import { forRandomDocuments } from '@throughline/flow/testing/for-random-documents'
import { largeWorkflow } from '@throughline/flow/testing/large'
import { approval, condition, manual, tool, workflow } from '@throughline/flow/testing/make'
import { describe, expect, test } from 'vitest'
import { texts } from '../model/drawing.texts.ts'
import { outsByStep } from '../model/drawing-outs.ts'
import { type OutlineEntry, outlineEntries, outlineOrder, type Way } from './outline-walk.ts'

/** As one reads it: depth as dots, then the step or what is said about its ways. */
function lines(doc: FlowDoc): string[] {
  const words = (way: Way) => `${way.outcome} ${way.to ?? '-'}`
  return outlineEntries(doc, outsByStep(doc)).map((told) => {
    const text = told.kind === 'step' ? told.id : told.kind === 'goto' ? told.to : 'way' in told ? words(told.way) : ''
    const join = told.kind === 'step' && told.join ? ` joins ${told.join.count}${told.join.all ? ' all' : ''}` : ''
    return `${'.'.repeat(told.depth)}${told.kind} ${text}${join}`.trimEnd()
  })
}

/** The ways that are told where they leave their step; "continues at" only repeats one of them. */
function waysTold(told: readonly OutlineEntry[]): Way[] {
  return told.flatMap((one) => {
    if (one.kind === 'step') return one.onward && one.onward.to !== null ? [one.onward] : []
    return one.kind === 'stray' || one.kind === 'goto' ? [] : [one.way]
  })
}

describe('what the outline tells', () => {
  test('onboarding: four branches at once, a failure, a return, a join', () => {
    expect(lines(parse(onboarding).doc)).toEqual([
      'step details',
      '.branch done accounts',
      '..step accounts',
      '...branch failed accounts_by_hand',
      '....step accounts_by_hand',
      '.branch done laptop',
      '..step laptop',
      '.branch done papers',
      '..step papers',
      '..step contract',
      '...return rejected papers',
      '.branch done first_day',
      '..step first_day',
      'step welcome joins 4 all',
      '.end done -',
    ])
  })

  test('a branch that only leads back keeps the others from no join', () => {
    const doc = workflow(
      'sequential',
      manual('count', ['right']),
      condition('right', [['report']], ['search']),
      manual('search', ['count'], { back: ['count'] }),
      manual('report'),
    )
    expect(lines(doc)).toEqual([
      'step count',
      'step right',
      '.branch b0 report',
      '.branch else search',
      '..step search',
      '...return done count',
      'step report',
      '.end done -',
    ])
  })

  test('exceptions that meet are no join where the usual way leads back', () => {
    const doc = workflow(
      'sequential',
      manual('write', ['read']),
      approval('read', ['again'], { on_reject: { next: ['file'] }, on_changes: { next: ['file'] } }),
      manual('again', ['write'], { back: ['write'] }),
      manual('file'),
    )
    expect(lines(doc)).toEqual([
      'step write',
      'step read',
      '.branch rejected file',
      '..step file',
      '...end done -',
      '.branch changes file',
      '..goto file',
      'step again',
      '.return done write',
    ])
  })

  test('a branch straight to the join, and one that ends at once', () => {
    const doc = workflow(
      'sequential',
      condition('ask', [['more'], []], ['last']),
      manual('more', ['last']),
      manual('last'),
    )
    expect(lines(doc)).toEqual([
      'step ask',
      '.branch b0 more',
      '..step more',
      '.branch b1 -',
      '.branch else last',
      'step last joins 2',
      '.end done -',
    ])
  })

  test('a failure that comes back to the way it left', () => {
    const doc = workflow(
      'sequential',
      tool('pay', ['book'], { on_failure: { next: ['hand'] } }),
      manual('hand', ['book']),
      manual('book'),
    )
    expect(lines(doc)).toEqual(['step pay', '.branch failed hand', '..step hand', 'step book joins 2', '.end done -'])
  })

  test('an end with an exception beside it, a rejection that ends, a way that meets a listed step', () => {
    const doc = workflow(
      'parallel',
      condition('size', [['one']], ['two']),
      approval('one', ['pay', 'tell']),
      manual('pay'),
      manual('tell'),
      manual('two', ['tell']),
    )
    expect(lines(doc)).toEqual([
      'step size',
      '.branch b0 one',
      '..step one',
      '...exit rejected -',
      '...branch approved pay',
      '....step pay',
      '.....end done -',
      '...branch approved tell',
      '....step tell',
      '.....end done -',
      '.branch else two',
      '..step two',
      '...goto tell',
    ])
  })

  test('steps that nothing leads to come last, under their own heading', () => {
    const doc = workflow('sequential', manual('a', ['b']), manual('b'), manual('x', ['y']), manual('y', ['b']))
    expect(lines(doc)).toEqual(['step a', 'step b', '.end done -', 'stray', '.step x', '.step y', '..goto b'])
  })

  test('a start that does not exist leaves every step in the list', () => {
    const doc = { ...workflow('sequential', manual('a', ['b']), manual('b', ['a'])), start_step: 'gone' }
    expect(outlineOrder(doc, outsByStep(doc))).toEqual(['a', 'b'])
  })
})

describe('over random workflows', () => {
  test('every step is listed once', () => {
    const isListedOnce = (doc: FlowDoc) => {
      expect(outlineOrder(doc, outsByStep(doc)).toSorted()).toEqual(Object.keys(doc.steps).toSorted())
    }
    isListedOnce(largeWorkflow())
    forRandomDocuments(isListedOnce)
  })

  test('every link is told once', () => {
    const key = (from: string, outcome: string, to: string) => JSON.stringify([from, outcome, to])
    forRandomDocuments((doc) => {
      const told = waysTold(outlineEntries(doc, outsByStep(doc))).flatMap(({ from, outcome, to, label }) => {
        if (to === null) return []
        // A rejection and a wish for changes that lead back to the same step are told in one breath.
        const both = label === texts.outs.refused ? ['rejected', 'changes'] : [outcome]
        return both.map((one) => key(from, one, to))
      })
      const links = new Set(linksOf(doc).map(({ from, outcome, to }) => key(from, outcome, to)))
      expect(told.toSorted()).toEqual([...links].toSorted())
    })
  })

  test('a join comes after its fork, at its depth, and after every branch of it', () => {
    let joins = 0
    forRandomDocuments((doc) => {
      const told = outlineEntries(doc, outsByStep(doc))
      for (const [place, join] of told.entries()) {
        if (join.kind !== 'step' || !join.join) continue
        joins += 1
        const fork = join.join.fork
        const at = told.findIndex((one) => one.kind === 'step' && one.id === fork)
        const last = told.findLastIndex((one) => one.kind === 'branch' && one.way.from === fork)
        expect(at).toBeLessThan(place)
        expect(last).toBeLessThan(place)
        expect(told[at]?.depth).toBe(join.depth)
      }
    })
    expect(joins).toBeGreaterThan(casesOf(0.04))
  })

  test('depth grows by one row at a time, and what is told about a step stands under it', () => {
    forRandomDocuments((doc) => {
      const told = outlineEntries(doc, outsByStep(doc))
      const parents: OutlineEntry[] = []
      for (const one of told) {
        expect(one.depth).toBeLessThanOrEqual(parents.length)
        parents.length = one.depth
        parents.push(one)
        const parent = parents[one.depth - 1]
        if (one.kind === 'step' && parent) expect(['branch', 'stray']).toContain(parent.kind)
        if (one.kind === 'return' || one.kind === 'branch' || one.kind === 'exit' || one.kind === 'end')
          expect(parent).toMatchObject({ kind: 'step', id: one.way.from })
      }
    })
  })

  test('only what no way leads to is told apart', () => {
    forRandomDocuments((doc) => {
      const links = linksOf(doc).filter(({ back }) => !back)
      const met = new Set([doc.start_step])
      for (const id of met) for (const { from, to } of links) if (from === id) met.add(to)
      const told = outlineEntries(doc, outsByStep(doc))
      const apart = told.findIndex(({ kind }) => kind === 'stray')
      const strays = apart < 0 ? [] : told.slice(apart).flatMap((one) => (one.kind === 'step' ? one.id : []))
      expect(strays.filter((id) => met.has(id))).toEqual([])
    })
  })

  test('two hundred steps are told in a moment', () => {
    const doc = largeWorkflow()
    const outs = outsByStep(doc)
    const began = process.cpuUsage()
    for (let n = 0; n < 20; n += 1) outlineEntries(doc, outs)
    expect(process.cpuUsage(began).user / 1000 / 20).toBeLessThan(20)
  })
})
