const APPLE = /mac|iphone|ipad/i.test(navigator.userAgent)

/** How the key with the command modifier is written on this computer. */
export const modKey = (key: string): string => (APPLE ? `⌘${key}` : `Ctrl ${key}`)

export const hasMod = (event: { metaKey: boolean; ctrlKey: boolean }): boolean =>
  APPLE ? event.metaKey : event.ctrlKey
