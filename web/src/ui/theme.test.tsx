import { readFileSync } from 'node:fs'
import { runInThisContext } from 'node:vm'
import { beforeEach, expect, test, vi } from 'vitest'
import { currentTheme, density, setDensity, setTheme, subscribeTheme, themeChoice } from './theme.ts'

const systemIs = (dark: boolean) => {
  const media = Object.assign(new EventTarget(), { matches: dark })
  vi.stubGlobal('matchMedia', () => media)
  return media
}

/** The script that runs before the first paint; it must decide as the module does. */
const bootScript = readFileSync(`${import.meta.dirname}/../../public/theme-boot.js`, 'utf8')
const boot = () => {
  document.documentElement.removeAttribute('data-theme')
  document.documentElement.removeAttribute('data-density')
  runInThisContext(bootScript)
}

beforeEach(() => {
  systemIs(false)
})

test.each([
  ['light', true, 'light'],
  ['dark', false, 'dark'],
  ['system', true, 'dark'],
  ['system', false, 'light'],
] as const)('%s, system dark %s: %s, also at the next start', (choice, systemDark, expected) => {
  systemIs(systemDark)
  setTheme(choice)
  expect(themeChoice()).toBe(choice)
  expect(currentTheme()).toBe(expected)
  boot()
  expect(currentTheme()).toBe(expected)
})

test('without a choice it follows the system, and a change of it', () => {
  const media = systemIs(false)
  boot()
  const heard = vi.fn<() => void>()
  const stop = subscribeTheme(heard)
  media.matches = true
  media.dispatchEvent(new Event('change'))
  expect(currentTheme()).toBe('dark')
  expect(heard).toHaveBeenCalledTimes(1)
  stop()
})

test('density is remembered, nonsense is not', () => {
  setDensity('compact')
  boot()
  expect(document.documentElement.dataset['density']).toBe('compact')
  localStorage.setItem('density', 'sideways')
  boot()
  expect(document.documentElement.dataset['density']).toBeUndefined()
  expect(density()).toBe('default')
})
