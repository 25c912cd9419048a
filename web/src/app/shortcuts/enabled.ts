import { readStored, writeStored } from '../../ui/stored.ts'
import { signal } from '../signal.ts'

const KEY = 'tl.shortcuts'

/** Single-key shortcuts can be switched off (WCAG 2.1.4). */
export const shortcutsOn = signal(readStored(KEY) !== 'off')

export function setShortcuts(on: boolean) {
  shortcutsOn.set(on)
  writeStored(KEY, on ? 'on' : 'off')
}
