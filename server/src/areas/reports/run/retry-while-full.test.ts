import { expect, test } from 'vitest'
import { retryWhileFull } from './retry-while-full.ts'

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
