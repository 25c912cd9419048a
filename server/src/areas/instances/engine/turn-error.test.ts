import { expect, test } from 'vitest'
import { lastingOf, TurnError } from './turn-error.ts'

const databaseError = (code: string) => Object.assign(new Error('canceling statement'), { code })

test('what cannot be played, and what the database ends again and again, is shown to people some time', () => {
  expect(lastingOf(new TurnError('no such plan'))).toMatchObject({ tries: 5 })
  const slow = lastingOf(databaseError('57014'))
  expect(slow).toMatchObject({ tries: 20, error: { problem: expect.stringContaining('taking too long') } })
  expect(lastingOf(databaseError('08006')), 'a database that is away comes back').toBeUndefined()
  expect(lastingOf(databaseError('40P01'))).toBeUndefined()
})
