import { expect, test } from 'vitest'
import { slowProblems } from './times.ts'

const slow = (tests: Record<string, number>) => slowProblems({ phases: {}, tests })

test('each kind of test has its bound', () => {
  expect(slow({ 'server/src/a.test.ts': 20, 'web/src/b.test.tsx': 10, 'e2e/c.spec.ts › signs in': 40 })).toEqual([])
  expect(slow({ 'server/src/a.test.ts': 20.1, 'web/src/b.test.tsx': 10.1, 'e2e/c.spec.ts › signs in': 40.1 })).toEqual([
    'server/src/a.test.ts took 20.1 s; a test file may take 20',
    'web/src/b.test.tsx took 10.1 s; a component test file may take 10',
    'e2e/c.spec.ts › signs in took 40.1 s; a journey may take 40',
  ])
})

test('tests that kill or load servers may take 60 seconds each, and 90 together for one area', () => {
  const one = 'server/test/tasks.crash.test.ts'
  const two = 'server/test/tasks.load.test.ts'
  expect(slow({ [one]: 60, 'server/test/documents.crash.test.ts': 60 })).toEqual([])
  expect(slow({ [one]: 61 })).toHaveLength(1)
  expect(slow({ [one]: 50, [two]: 50 })).toEqual(['crash and load tests of tasks took 100 s of 90'])
})
