import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { pressPageKey } from '../../ui/page-keys.ts'
import { openPalette, openShortcuts, overlay } from '../overlay.ts'
import { CREATE, createLink } from '../shell/create-items.ts'
import { everyItem } from '../shell/nav-items.ts'
import { toggleNavigation } from '../shell/nav-state.ts'
import { SEARCH_BOX } from '../shell/search-box.tsx'
import { type Bindings, chordReader } from './chords.ts'
import { shortcutsOn } from './enabled.ts'
import { hasModifier, isPaletteKey, isTyping } from './keys.ts'

/** Keys work on the page, not through an open menu or dialog. */
const somethingIsOpen = () =>
  overlay.get() !== null ||
  document.querySelector('[data-open]:is([role="menu"], [role="dialog"], [role="alertdialog"])') !== null

function focusSearch() {
  const box = document.getElementById(SEARCH_BOX)
  if (box) box.focus()
  else openPalette()
}

/** Escape leaves what is open also for whoever has switched single keys off. */
const forThePage = (event: KeyboardEvent) =>
  !event.defaultPrevented &&
  !hasModifier(event) &&
  !isTyping(event.target) &&
  (shortcutsOn.get() || event.key === 'Escape') &&
  pressPageKey(event.key)

export function useShortcuts() {
  const router = useRouter()
  useEffect(() => {
    const bindings: Bindings = { '/': focusSearch, '[': toggleNavigation, '?': openShortcuts }
    for (const { go, to } of everyItem(false)) if (go) bindings[`g ${go}`] = () => void router.navigate({ to })
    for (const item of CREATE)
      bindings[`n ${item.key}`] = () => void router.navigate(createLink(item, router.state.location.pathname))
    const read = chordReader(bindings)
    const onKeyDown = (event: KeyboardEvent) => {
      if (isPaletteKey(event)) {
        event.preventDefault()
        openPalette()
      } else if (
        !isTyping(event.target) &&
        !somethingIsOpen() &&
        ((shortcutsOn.get() && read(event)) || forThePage(event))
      )
        event.preventDefault()
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [router])
}
