import type { PageKey } from '../pages.ts'
import { signal } from '../signal.ts'

/** Help for the screen in sight was called for; each call is an object of its own. */
export const helpRequest = signal<object | null>(null)

export const openHelp = () => helpRequest.set({})

/** The screen in sight, or the last one before help's own page. */
export const lastScreen = signal<PageKey | undefined>(undefined)
