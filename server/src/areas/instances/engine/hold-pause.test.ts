import { expect, test } from 'vitest'
import { holdPause } from './hold-pause.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const soonest = () => 0

test('a call that is held for the first time asks when its time has come, and never at once', () => {
  expect(holdPause({ now: 0, since: 0, until: 20 * MINUTE }, soonest)).toBe(20 * MINUTE)
  expect(holdPause({ now: 5_000, since: 5_000, until: 0 }, soonest)).toBe(1_000)
})

test('the longer a call has waited the less often it asks, up to once an hour', () => {
  const after = (waited: number) => holdPause({ now: waited, since: 0, until: waited + MINUTE }, soonest)
  expect([2 * MINUTE, 40 * MINUTE, 4 * HOUR, 2 * DAY].map(after)).toEqual([MINUTE, 10 * MINUTE, HOUR, HOUR])
})

test('calls that are held together ask at different times, none sooner than it was told', () => {
  const pauses = Array.from({ length: 100 }, () => holdPause({ now: 0, since: 0, until: HOUR }))
  expect(new Set(pauses).size).toBeGreaterThan(90)
  expect(Math.min(...pauses)).toBeGreaterThanOrEqual(HOUR)
  expect(Math.max(...pauses)).toBeLessThanOrEqual(1.25 * HOUR)
})

test('a call that hears for three days that there is room in a minute asks fewer than a hundred times', () => {
  let asked = 0
  for (let now = 0; now < 3 * DAY; now += holdPause({ now, since: 0, until: now + MINUTE }, soonest)) asked++
  expect(asked).toBeLessThan(100)
})
