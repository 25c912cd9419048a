import { useSyncExternalStore } from 'react'
import { currentTheme, subscribeTheme, type ThemeChoice, themeChoice } from './theme.ts'

/** The theme on the screen and the choice behind it ('system' follows the computer). */
export function useTheme(): { theme: 'light' | 'dark'; choice: ThemeChoice } {
  const theme = useSyncExternalStore(subscribeTheme, currentTheme)
  const choice = useSyncExternalStore(subscribeTheme, themeChoice)
  return { theme, choice }
}
