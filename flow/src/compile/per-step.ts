import type { Step } from '../document.ts'

/**
 * A document is not changed but made anew, and every step that was not touched is the same object in the new one: what
 * is made of a step alone is made once.
 */
export function perStep<Made>(make: (step: Step) => Made): (step: Step) => Made {
  const kept = new WeakMap<Step, { made: Made }>()
  return (step) => {
    const known = kept.get(step)
    if (known) return known.made
    const made = make(step)
    kept.set(step, { made })
    return made
  }
}
