import pg from 'pg'
import { expect, test } from 'vitest'
import { databaseProblem } from './database-problem.ts'

const problemOf = (code: string, message: string) => {
  const error = Object.assign(new pg.DatabaseError(message, 0, 'error'), { code })
  const place = { before: 0, seconds: 30, background: false }
  return databaseProblem(error, 'select 1', { sql: 'select 1', places: [] }, place)
}

test.each([
  ['53400', 'temporary file size exceeds temp_file_limit (262144kB)'],
  ['53200', 'out of memory'],
  ['XX000', 'invalid memory alloc request size 1610612736'],
])('%s is a query that needs too much room', (code, message) =>
  expect(problemOf(code, message)).toEqual({
    message: 'The report needs more memory than a report is allowed to use.',
    hint: 'Narrow it, for example to one month.',
  }),
)

test('thirty seconds are said in words, with the way on', () => {
  expect(problemOf('57014', 'canceling statement due to statement timeout')).toEqual({
    message: 'The report took longer than 30 seconds.',
    hint: 'Narrow it, for example to one month, or run it as a file in the background.',
  })
})

test('what is not the fault of the query is none of its problems', () => {
  expect(problemOf('XX000', 'cache lookup failed for relation 1')).toBeUndefined()
})
