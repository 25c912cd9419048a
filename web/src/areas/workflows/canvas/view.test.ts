import { expect, test } from 'vitest'
import { fitted, opened, panInto } from './view.ts'

const drawn = (width: number, height: number) => ({
  boxes: [{ id: 'a', kind: 'trigger' as const, x: 0, y: 0, w: 100, h: 36 }],
  lines: [],
  compact: false,
  bounds: { left: -width / 2, right: width / 2, top: 0, bottom: height },
})
const size = { width: 1000, height: 800 }

test('a small drawing is shown whole in the middle and never larger than it is', () => {
  expect(fitted(drawn(400, 300), size, [], true)).toMatchObject({ x: 500, zoom: 1 })
  expect(fitted(drawn(2000, 300), size, [], true).zoom).toBeCloseTo(0.472)
})

test('it begins under a bar that would cover it and beside one that would not', () => {
  const bar = { left: 16, right: 300, top: 16, bottom: 48 }
  expect(fitted(drawn(300, 700), size, [bar], true).y).toBe(28)
  expect(fitted(drawn(900, 700), size, [bar], true).y).toBe(62)
})

test('a drawing too large to read is opened at its start', () => {
  expect(opened(drawn(9000, 900), size, [], true)).toEqual({ x: 500, y: 28, zoom: 0.8 })
})

test('what is in sight is not moved; what is not comes into sight, clear of the bars', () => {
  const bar = { left: 300, right: 700, top: 740, bottom: 784 }
  const at = (left: number, top: number) => ({ left, top, right: left + 200, bottom: top + 80 })
  expect(panInto(at(400, 300), size, [bar])).toEqual({ dx: 0, dy: 0 })
  expect(panInto(at(950, 300), size, [bar])).toEqual({ dx: -162, dy: 0 })
  expect(panInto(at(-50, -20), size, [bar])).toEqual({ dx: 62, dy: 32 })
  expect(panInto(at(400, 700), size, [bar])).toEqual({ dx: 0, dy: -52 })
  expect(panInto(at(20, 700), size, [bar])).toEqual({ dx: 0, dy: 0 })
})
