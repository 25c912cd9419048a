import { hasMod } from '../../ui/mod-key.ts'

type Pressed = Pick<KeyboardEvent, 'key' | 'metaKey' | 'ctrlKey' | 'altKey'>

export const hasModifier = ({ metaKey, ctrlKey, altKey }: Pressed) => metaKey || ctrlKey || altKey

export const isPaletteKey = (event: Pressed) => hasMod(event) && !event.altKey && event.key.toLowerCase() === 'k'

const NO_TEXT = ['checkbox', 'radio', 'button', 'submit', 'reset', 'range', 'color', 'file', 'image']

/** Single keys belong to the text while a person types. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  if (target.isContentEditable || target.closest('[contenteditable=""], [contenteditable="true"]')) return true
  if (target instanceof HTMLInputElement) return !NO_TEXT.includes(target.type)
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement
}
