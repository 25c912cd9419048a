import { written } from '../compile/canonical.ts'
import { isJsonObject } from '../eval/json.ts'
import type { Json } from '../eval/tree.ts'

const keyOf = (element: Json | undefined, key: string): Json | undefined =>
  isJsonObject(element) && Object.hasOwn(element, key) ? element[key] : undefined

/**
 * Names for the elements of a changed list: an element that comes from the list it was changed from has that one's
 * number, a new one a name made of what it is.
 */
export function namesOf(
  base: readonly Json[],
  changed: readonly Json[],
  by: readonly string[],
  inPlace: boolean,
): string[] {
  const from = new Map<number, number>()
  const used = new Set<number>()
  const match = (n: number, old: number) => {
    from.set(n, old)
    used.add(old)
  }
  const matchAll = (same: (old: Json | undefined, fresh: Json) => boolean) => {
    for (const [n, fresh] of changed.entries())
      if (!from.has(n) && !used.has(n) && n < base.length && same(base[n], fresh)) match(n, n)
    for (const [n, fresh] of changed.entries()) {
      if (from.has(n)) continue
      const old = base.findIndex((one, at) => !used.has(at) && same(one, fresh))
      if (old !== -1) match(n, old)
    }
  }
  matchAll((old, fresh) => old !== undefined && written(old) === written(fresh))
  for (const key of by)
    matchAll((old, fresh) => keyOf(fresh, key) !== undefined && keyOf(old, key) === keyOf(fresh, key))
  if (inPlace && base.length === changed.length)
    for (const n of changed.keys()) if (!from.has(n) && !used.has(n)) match(n, n)

  const copies = new Map<string, number>()
  return changed.map((fresh, n) => {
    const old = from.get(n)
    if (old !== undefined) return String(old)
    const name = `new ${written(by.map((key) => keyOf(fresh, key)).find((one) => one !== undefined) ?? fresh)}`
    const copy = copies.get(name) ?? 0
    copies.set(name, copy + 1)
    return copy === 0 ? name : `${name} ${copy}`
  })
}
