import { validate } from '@throughline/flow/compile'
import { forRandomDocuments } from '@throughline/flow/testing/for-random-documents'
import { expect, test } from 'vitest'
import { type Drawing, drawingOf, namesOf } from '../model/drawing.ts'
import { railsPath, returnLines } from './outline-geometry.ts'
import { movedTo, rowsOf } from './outline-model.ts'

const names = namesOf({ people: [], teams: [], workflows: [] })
const forRandomDrawings = (check: (drawing: Drawing) => void) =>
  forRandomDocuments((doc) => check(drawingOf(doc, names)))

test('steps are numbered in the order of the list', () => {
  forRandomDrawings((drawing) => {
    const numbers = rowsOf(drawing, []).flatMap((row) => (row.kind === 'step' ? row.number : []))
    expect(numbers).toEqual(drawing.steps.map((_, n) => n + 1))
  })
})

test('no two rows share a key, and each stands under the one before', () => {
  forRandomDrawings((drawing) => {
    const rows = rowsOf(drawing, validate(drawing.doc))
    expect(new Set(rows.map(({ key }) => key)).size).toBe(rows.length)
    for (const [n, row] of rows.entries())
      expect(row.top).toBe(n === 0 ? 0 : (rows[n - 1]?.top ?? 0) + (rows[n - 1]?.height ?? 0))
  })
})

test('each row counts itself among those under the same row', () => {
  forRandomDrawings((drawing) => {
    const rows = rowsOf(drawing, [])
    const parent = (at: number) => rows.findLastIndex(({ depth }, n) => n < at && depth < (rows[at]?.depth ?? 0))
    for (const [at, row] of rows.entries()) {
      const beside = rows.flatMap((_, n) => (parent(n) === parent(at) && rows[n]?.depth === row.depth ? [n] : []))
      expect([row.place, row.of]).toEqual([beside.indexOf(at) + 1, beside.length])
    }
  })
})

test('every line of the canvas has a row or a step where a step can be put on it', () => {
  forRandomDrawings((drawing) => {
    const spots = new Set(rowsOf(drawing, []).flatMap(({ spot }) => (spot ? [JSON.stringify(spot)] : [])))
    for (const { id, outs } of drawing.steps) {
      const main = outs.filter(({ outcome, back }) => !back && (outcome === 'done' || outcome === 'approved'))
      const single = main.length === 1 && (main[0]?.to.length ?? 0) <= 1
      for (const out of outs)
        for (const to of out.to.length === 0 ? [null] : out.to) {
          const byStep = single && out === main[0]
          const spot = { kind: 'out', from: id, outcome: out.outcome, to }
          expect(byStep || spots.has(JSON.stringify(spot))).toBe(true)
        }
    }
  })
})

test('every way back has its line, and lines are drawn for any document', () => {
  forRandomDrawings((drawing) => {
    const rows = rowsOf(drawing, [])
    expect(returnLines(rows)).toHaveLength(rows.filter(({ kind }) => kind === 'return').length)
    expect(railsPath(rows)).not.toMatch(/NaN|undefined/)
  })
})

test('from every row every other can be come to with the arrow keys', () => {
  forRandomDrawings((drawing) => {
    const rows = rowsOf(drawing, [])
    for (const at of rows.keys()) {
      expect(movedTo(rows, at, 'ArrowDown')).toBe(at + 1 < rows.length ? at + 1 : undefined)
      expect(movedTo(rows, at, 'ArrowUp')).toBe(at > 0 ? at - 1 : undefined)
      const out = movedTo(rows, at, 'ArrowLeft')
      if (out !== undefined) expect(rows[out]?.depth).toBe((rows[at]?.depth ?? 0) - 1)
    }
  })
})
