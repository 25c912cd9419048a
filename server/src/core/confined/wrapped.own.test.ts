import { afterEach, expect, test, vi } from 'vitest'
import { wrapped } from './wrapped.ts'

afterEach(() => vi.unstubAllEnvs())

test('that nothing could be started once is not held against it', async () => {
  vi.stubEnv('PATH', '/nowhere')
  await expect(wrapped('true', [], 1)).rejects.toMatchObject({ code: 'ENOENT' })
  vi.unstubAllEnvs()
  expect(await wrapped('true', [], 1)).toContain('setpriv')
})
