import { modKey } from './mod-key.ts'

// Apart from the command key, which the first page needs.
const APPLE = modKey('') === '⌘'

/** How a key with the option modifier is written on this computer. */
export const altKey = (key: string): string => (APPLE ? `⌥${key}` : `Alt ${key}`)

/** How the key that deletes backwards is written on this computer. */
export const DELETE_KEY = APPLE ? '⌫' : 'Backspace'
