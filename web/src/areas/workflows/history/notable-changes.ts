import type { AuthoredChange } from '@throughline/contracts/workflows'
import type { Change } from '@throughline/flow/compile'

type AnyChange = Change | AuthoredChange

/** Each entry under these keys is listed on its own; under any other key the change is listed as a whole. */
const SEPARATE_KEYS = new Set(['branches', 'input', 'output', 'metadata', 'variables'])

/**
 * The changes worth a line each: two that tell the same thing are one, and a line of the drawing that came or went
 * together with its step, or with the setting that holds it, says nothing more.
 */
export function notableChanges<C extends AnyChange>(changes: readonly C[]): C[] {
  const steps = new Set(changes.flatMap(({ what, step }) => (what === 'step' && step !== undefined ? [step] : [])))
  const settings = new Set(changes.flatMap(({ what, path }) => (what === 'setting' ? [path] : [])))
  const seen = new Set<string>()
  const kept = changes.filter((change) => {
    if (change.what === 'edge') {
      const target = change.after ?? change.before
      const told = [...settings].some((path) => change.path.startsWith(`${path}/`))
      return !told && !steps.has(change.step ?? '') && !(typeof target === 'string' && steps.has(target))
    }
    const key = `${change.what} ${wholeOf(change)} ${'author' in change ? change.author : ''}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
  return kept.map((change) => (isPart(change) ? { ...change, kind: 'changed' } : change))
}

function ownKeys({ step, path }: AnyChange): string[] {
  const keys = path.split('/').slice(1)
  return step === undefined ? keys : keys.slice(2)
}

/** What came or went inside a thing has changed that thing. */
function isPart(change: AnyChange): boolean {
  const [first = '', second] = ownKeys(change)
  return change.what === 'setting' && second !== undefined && !SEPARATE_KEYS.has(first)
}

function wholeOf(change: AnyChange): string {
  const [first = ''] = ownKeys(change)
  return SEPARATE_KEYS.has(first) ? change.path : `${change.step ?? ''} ${first}`
}
