import { hasModifier, isTyping } from './keys.ts'

/** By keys: a single one ('['), or a first and a second ('g h'). */
export type Bindings = Record<string, () => void>

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
