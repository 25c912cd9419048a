import type { Json } from '@throughline/flow/eval'
import type { StoredBegun } from './begin.ts'

/** What a browser keeps of a form that was not sent yet. */
export interface Unsent {
  /** Of this attempt: whatever is sent under it counts once. */
  key: string
  answers: Record<string, Json>
  page: number
  /** When it was last changed. */
  at: number
  /** The questions there were, by element. */
  questions: Record<string, string>
  begun?: StoredBegun
}

const nameOf = (formId: string) => `tl.form.${formId}`
/** Counted up when it gets another shape: what an earlier script kept is dropped. */
const SHAPE = 1

const isUnsent = (value: unknown): value is Unsent & { shape: number } =>
  typeof value === 'object' && value !== null && 'shape' in value && value.shape === SHAPE

/** A browser that keeps nothing fills the form in all the same. */
export function readUnsent(formId: string): Unsent | undefined {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameOf(formId)) ?? 'null')
    return isUnsent(kept) ? kept : undefined
  } catch {
    return undefined
  }
}

/** Says whether it is kept. */
export function keepUnsent(formId: string, unsent: Unsent): boolean {
  try {
    localStorage.setItem(nameOf(formId), JSON.stringify({ ...unsent, shape: SHAPE }))
    return true
  } catch {
    return false
  }
}

export function forgetUnsent(formId: string) {
  try {
    localStorage.removeItem(nameOf(formId))
  } catch {
    // Nothing was kept either.
  }
}
