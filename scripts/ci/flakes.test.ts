import { expect, test } from 'vitest'
import { flakyAmong, judgeFlakes } from './flakes.ts'
import type { Outcome } from './report.ts'

const outcome = (name: string, passed: boolean, file = 'a.test.ts'): Outcome => ({ file, name, passed, messages: [] })

test('what fails and then passes alone is flaky; what fails twice has failed', () => {
  const once = outcome('once', false)
  const twice = outcome('twice', false)
  expect(flakyAmong([once, twice], [outcome('once', true), outcome('twice', false)])).toEqual([once])
})

test('a test that was not found again has failed', () => {
  expect(flakyAmong([outcome('gone', false)], [outcome('other', true)])).toEqual([])
})

test('a file that broke outside of its tests is flaky only if all of it passes alone', () => {
  const broken = outcome('', false)
  expect(flakyAmong([broken], [outcome('one', true)])).toEqual([broken])
  expect(flakyAmong([broken], [outcome('one', true), outcome('two', false)])).toEqual([])
  expect(flakyAmong([broken], [])).toEqual([])
})

test('five flaky tests pass; with a sixth none of them does', () => {
  const flakes = (count: number) => judgeFlakes(Array.from({ length: count }, (_, n) => outcome(String(n), false)))
  expect(flakes(5).every(({ passed }) => passed)).toBe(true)
  expect(flakes(6).some(({ passed }) => passed)).toBe(false)
})
