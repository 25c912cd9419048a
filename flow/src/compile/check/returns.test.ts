import { expect, test } from 'vitest'
import { manual, workflow } from '../../testing/make.ts'
import { validate } from '../validate.ts'

test('a tangle of loops is checked in a moment, and every loop still has a repair', () => {
  const size = 100
  const next = (n: number) => [...new Set(Array.from({ length: 10 }, (_, k) => `s${(n * 7 + k * 13) % size}`))]
  const steps = Array.from({ length: size - 1 }, (_, n) => manual(`s${n + 1}`, next(n + 1)))
  const tangle = workflow('parallel', manual('s0', next(0)), ...steps)
  const began = performance.now()
  const loops = validate(tangle).filter(({ code }) => code === 'loop_two_entries')
  expect(performance.now() - began).toBeLessThan(3_000)
  expect(loops.length).toBeGreaterThan(100)
  expect(loops.every(({ repairs }) => repairs.length > 0)).toBe(true)
})
