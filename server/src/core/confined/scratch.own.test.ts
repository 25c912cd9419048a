import { existsSync } from 'node:fs'
import { mkdtemp, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'

// The machine's own folder of temporary files is full of what others are reading.
beforeEach(async () => vi.stubEnv('TMPDIR', await mkdtemp(join(tmpdir(), 'sweep-'))))
afterEach(async () => {
  vi.restoreAllMocks()
  vi.doUnmock('node:fs/promises')
  vi.resetModules()
  await rm(tmpdir(), { recursive: true })
  vi.unstubAllEnvs()
})

/** As a process leaves it that was killed so many minutes ago. */
async function leftFor(minutes: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'throughline-reading-'))
  const then = new Date(Date.now() - minutes * 60_000)
  await utimes(folder, then, then)
  return folder
}

/** A process that has not read anything yet. */
async function freshRead() {
  const { withScratch } = await import('./scratch.ts')
  return () => withScratch(Buffer.from('content'), () => Promise.resolve('read'))
}

test('what killed processes left for an hour is removed with what is read next, and again an hour later', async () => {
  const read = await freshRead()
  const [old, young] = [await leftFor(61), await leftFor(59)]
  await read()
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
  const later = await leftFor(61)
  await read()
  expect(existsSync(later)).toBe(true)
  const now = Date.now()
  vi.spyOn(Date, 'now').mockReturnValue(now + 61 * 60_000)
  await read()
  expect([existsSync(young), existsSync(later)]).toEqual([false, false])
})

test('what may not be removed, such as a folder of another user, keeps nothing from being read or removed', async () => {
  const [first, second] = [await leftFor(61), await leftFor(61)]
  const refused: string[] = []
  vi.doMock('node:fs/promises', async (original) => ({
    ...(await original<typeof import('node:fs/promises')>()),
    rm: (path: string, options: object) => {
      if (refused.length > 0) return rm(path, options)
      refused.push(path)
      return Promise.reject(new Error('EPERM: operation not permitted'))
    },
  }))
  const read = await freshRead()
  expect(await read()).toBe('read')
  expect([first, second].filter(existsSync)).toEqual(refused)
  expect(refused).toHaveLength(1)
})
