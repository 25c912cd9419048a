import { useRouter } from '@tanstack/react-router'
import type { CurrentUser } from '@throughline/contracts/auth'
import { useEffect } from 'react'
import { layerIsOpen } from '../../ui/key-target.ts'
import { hasMod } from '../../ui/mod-key.ts'
import { pressPageKey } from '../../ui/page-keys.ts'
import { openHelp } from '../help/help-request.ts'
import { openPalette, openShortcuts, overlay } from '../overlay.ts'
import { createItems, createLink } from '../shell/create-items.ts'
import { NAV_ITEMS } from '../shell/nav-items.ts'
import { toggleNavigation } from '../shell/nav-state.ts'
import { SEARCH_BOX } from '../shell/search-box.tsx'
import { shortcutsOn } from './enabled.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>

const hasModifier = ({ metaKey, ctrlKey, altKey }: Pressed) => metaKey || ctrlKey || altKey

const isPaletteKey = (event: Pressed) => hasMod(event) && !event.altKey && event.key.toLowerCase() === 'k'

const NO_TEXT = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file', 'image']

/** Single keys belong to the text while a person types. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[contenteditable=""], [contenteditable="true"]')) return true
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}

/** By keys: a single one ('['), or a first and a second ('g h'). */
type Bindings = Record<string, () => void>

const PATIENCE = 1_500

/** Reads key presses one by one. A chord's second key must follow within a moment. */
export function chordReader(bindings: Bindings, now: () => number = Date.now) {
  let first: string | undefined
  let since = 0

  return (event: KeyboardEvent): boolean => {
    if (event.defaultPrevented || event.repeat || hasModifier(event) || isTyping(event.target)) return false
    if (event.key === 'Shift') return false
    const key = event.key.toLowerCase()
    const chord = first !== undefined && now() - since < PATIENCE ? bindings[`${first} ${key}`] : undefined
    const starts = Object.keys(bindings).some((keys) => keys.startsWith(`${key} `))
    first = !chord && starts ? key : undefined
    since = now()
    const act = chord ?? bindings[key]
    act?.()
    return act !== undefined
  }
}

/** Keys work on the page, not through an open menu or dialog. */
const somethingIsOpen = () => overlay.get() !== null || layerIsOpen()

function focusSearch() {
  const box = document.getElementById(SEARCH_BOX)
  if (box) box.focus()
  else openPalette()
}

/** Escape closes panels even for people who have switched single keys off. */
const forThePage = (event: KeyboardEvent) =>
  !event.defaultPrevented &&
  !hasModifier(event) &&
  !isTyping(event.target) &&
  (shortcutsOn.get() || event.key === 'Escape') &&
  pressPageKey(event.key)

export function useShortcuts(user: CurrentUser) {
  const router = useRouter()
  useEffect(() => {
    const bindings: Bindings = { '/': focusSearch, '[': toggleNavigation, '?': openShortcuts }
    for (const { go, to } of NAV_ITEMS) if (go) bindings[`g ${go}`] = () => void router.navigate({ to })
    for (const item of createItems(user))
      bindings[`n ${item.key}`] = () => void router.navigate(createLink(item, router.state.location.pathname))
    const read = chordReader(bindings)
    const onKeyDown = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault()
        openPalette()
      } else if (event.key === 'F1' && !hasModifier(event)) {
        // The browser's own help would open in its place. Over a dialog there is no room for ours; the palette gives way.
        event.preventDefault()
        if (overlay.get()?.kind === 'palette' || !somethingIsOpen()) openHelp()
      } else if (
        !isTyping(event.target) &&
        !somethingIsOpen() &&
        ((shortcutsOn.get() && read(event)) || forThePage(event))
      )
        event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [router, user])
}
