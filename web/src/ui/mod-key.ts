const APPLE = /mac|iphone|ipad/i.test(navigator.userAgent)

/** How the key with the command modifier is written on this computer. */
export const modKey = (key: string): string => (APPLE ? `⌘${key}` : `Ctrl ${key}`)

/** How the key with the option modifier is written on this computer. */
export const altKey = (key: string): string => (APPLE ? `⌥${key}` : `Alt ${key}`)

/** How the key that deletes backwards is written on this computer. */
export const DELETE_KEY = APPLE ? '⌫' : 'Backspace'

export const hasMod = (event: { metaKey: boolean; ctrlKey: boolean }): boolean =>
  APPLE ? event.metaKey : event.ctrlKey
