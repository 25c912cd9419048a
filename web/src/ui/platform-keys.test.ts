import { expect, test, vi } from 'vitest'

test.each([
  ['Mozilla/5.0 (X11; Linux x86_64)', 'Alt ↑', 'Backspace'],
  ['Mozilla/5.0 (Windows NT 10.0; Win64)', 'Alt ↑', 'Backspace'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', '⌥↑', '⌫'],
])('on %s keys are written as they are there', async (userAgent, alt, remove) => {
  vi.resetModules()
  vi.stubGlobal('navigator', { userAgent })
  const { altKey, DELETE_KEY } = await import('./platform-keys.ts')
  expect([altKey('↑'), DELETE_KEY]).toEqual([alt, remove])
})
