import { useState } from 'react'
import { readStored, writeStored } from '../../ui/stored.ts'
import { signal, useSignal } from '../signal.ts'
import { NARROW, useMedia } from '../use-media.ts'

const COLLAPSED = 'tl.nav-collapsed'
const SECTIONS = 'tl.nav-sections'

const collapsedByChoice = signal(readStored(COLLAPSED) === 'yes')
/** In a narrow window the navigation is folded; opening it there is for the moment only. */
const openedInNarrow = signal(false)
const isNarrow = () => matchMedia(NARROW).matches

export function toggleNavigation() {
  if (isNarrow()) {
    openedInNarrow.set(!openedInNarrow.get())
    return
  }
  collapsedByChoice.set(!collapsedByChoice.get())
  writeStored(COLLAPSED, collapsedByChoice.get() ? 'yes' : 'no')
}

export function useNavCollapsed(): boolean {
  const narrow = useMedia(NARROW)
  const chosen = useSignal(collapsedByChoice)
  const opened = useSignal(openedInNarrow)
  return narrow ? !opened : chosen
}

function readSections(): Record<string, boolean> {
  try {
    const value: unknown = JSON.parse(readStored(SECTIONS) ?? '{}')
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(Object.entries(value).map(([key, open]) => [key, open === true]))
  } catch {
    return {}
  }
}

/** Open or closed as the person left it; the section of the current page opens itself. */
export function useSectionOpen(key: string, byDefault: boolean, current: boolean) {
  const [chosen, setChosen] = useState(() => readSections()[key])
  const [wasCurrent, setWasCurrent] = useState(current)
  const [closedHere, setClosedHere] = useState(false)
  if (current !== wasCurrent) {
    setWasCurrent(current)
    setClosedHere(false)
  }
  const open = current ? !closedHere : (chosen ?? byDefault)
  const toggle = () => {
    if (current) setClosedHere(open)
    setChosen(!open)
    writeStored(SECTIONS, JSON.stringify({ ...readSections(), [key]: !open }))
  }
  return { open, toggle }
}
