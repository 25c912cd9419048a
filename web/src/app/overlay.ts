import { signal } from './signal.ts'

/** What lies over the page; one at a time. */
type Overlay =
  /** `fromBox`: it was opened by typing into the search box, where Enter means "search". */
  { kind: 'palette'; words: string; fromBox: boolean } | { kind: 'shortcuts' } | { kind: 'log-out' } | { kind: 'areas' }

export const overlay = signal<Overlay | null>(null)

export const openPalette = (words = '', fromBox = false) => overlay.set({ kind: 'palette', words, fromBox })
export const openShortcuts = () => overlay.set({ kind: 'shortcuts' })
export const askToLogOut = () => overlay.set({ kind: 'log-out' })
export const openAreas = () => overlay.set({ kind: 'areas' })
/** Closes this one only: by then another may have taken its place. */
export function closeOverlay(kind: Overlay['kind']) {
  if (overlay.get()?.kind === kind) overlay.set(null)
}

/** The list of workspaces under the name of the present one. */
export const switcherOpen = signal(false)
