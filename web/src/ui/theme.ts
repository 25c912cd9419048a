import { readStored, writeStored } from './stored.ts'

export type ThemeChoice = 'light' | 'dark' | 'system'
export type Theme = 'light' | 'dark'
export type Density = 'compact' | 'default' | 'comfortable'

const THEMES: readonly string[] = ['light', 'dark', 'system'] satisfies ThemeChoice[]
const DENSITIES: readonly string[] = ['compact', 'default', 'comfortable'] satisfies Density[]
const isThemeChoice = (value: string | null): value is ThemeChoice => value !== null && THEMES.includes(value)
const isDensity = (value: string | null): value is Density => value !== null && DENSITIES.includes(value)
const systemDark = () => matchMedia('(prefers-color-scheme: dark)')

export function themeChoice(): ThemeChoice {
  const stored = readStored('theme')
  return isThemeChoice(stored) ? stored : 'system'
}

/** What is on the screen now. */
export function currentTheme(): Theme {
  return document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light'
}

const listeners = new Set<() => void>()

function apply(choice: ThemeChoice) {
  const dark = choice === 'dark' || (choice === 'system' && systemDark().matches)
  document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
  for (const listener of listeners) listener()
}

export function setTheme(choice: ThemeChoice) {
  writeStored('theme', choice)
  apply(choice)
}

export function density(): Density {
  const stored = readStored('density')
  return isDensity(stored) ? stored : 'default'
}

export function setDensity(next: Density) {
  writeStored('density', next)
  document.documentElement.dataset['density'] = next
}

/** For useSyncExternalStore: follows our own choice, the system and other tabs. */
export function subscribeTheme(listener: () => void): () => void {
  const follow = () => apply(themeChoice())
  const system = systemDark()
  listeners.add(listener)
  system.addEventListener('change', follow)
  addEventListener('storage', follow)
  return () => {
    listeners.delete(listener)
    system.removeEventListener('change', follow)
    removeEventListener('storage', follow)
  }
}
