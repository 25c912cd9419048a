import { expect, test } from 'vitest'
import { retryWhileAway, retryWhileFull } from './retry-while.ts'

const full = () => Object.assign(new Error('too many connections for role "tl_report"'), { code: '53300' })
const nothing = () => Promise.resolve()
/** Fails so many times, then answers. */
const after = (times: number, error: () => Error) => {
  let tries = 0
  return () => (++tries > times ? Promise.resolve(tries) : Promise.reject(error()))
}

test('a report waits for a connection while others have all of them', async () => {
  expect(await retryWhileFull(after(3, full), nothing, { pauseMs: 1 })).toBe(4)
})

test('it does not wait for ever, for anything else, or after it was stopped', async () => {
  const bounds = { pauseMs: 1, longestMs: 0 }
  await expect(retryWhileFull(after(1, full), nothing, bounds)).rejects.toThrow('too many connections')
  const other = () => new Error('away')
  await expect(retryWhileFull(after(1, other), nothing, { pauseMs: 1 })).rejects.toThrow('away')
  const stop = () => Promise.reject(new Error('stopped'))
  await expect(retryWhileFull(after(9, full), stop, { pauseMs: 1 })).rejects.toThrow('stopped')
})

test('what a query ended the database with is noted once the database is back', async () => {
  const away = () => Object.assign(new Error('the database system is in recovery mode'), { code: '57P03' })
  expect(await retryWhileAway(after(3, away), { pauseMs: 1 })).toBe(4)
  await expect(retryWhileAway(after(1, away), { pauseMs: 1, longestMs: 0 })).rejects.toThrow('recovery')
  const other = () => new Error('no such row')
  await expect(retryWhileAway(after(1, other), { pauseMs: 1 })).rejects.toThrow('no such row')
})
