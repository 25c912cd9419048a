import { Fail } from './values.ts'

const maxNodes = 20_000
const maxNodesOfSeveral = 100_000

/** No value that an expression makes is larger than this: one for each character, `perEntry` for each list entry. */
export const maxUnits = 1_000_000
export const perEntry = 8
/** A record's entry takes several times the memory of a list's. */
export const perKey = 32

/**
 * How much may still be computed: nodes of the tree, and units of data that are made or read through. Counting nodes
 * alone is not enough, because a value can double with every node.
 */
export class Budget {
  readonly #maxNodes: number
  #nodes = 0
  #units = 0

  constructor(nodes = maxNodes) {
    this.#maxNodes = nodes
  }

  /** For expressions that are always evaluated together: a form's conditions, a condition's branches, a tool's input. */
  static ofSeveral(): Budget {
    return new Budget(maxNodesOfSeveral)
  }

  get units(): number {
    return this.#units
  }

  node(): void {
    this.#nodes += 1
    if (this.#nodes > this.#maxNodes) throw new Fail('the expression has too much to compute', 'expr_cost')
  }

  /** Call it before the data is made, so that what is refused never exists. */
  charge(units: number): void {
    this.#units += units
    if (this.#units > maxUnits)
      throw new Fail('the expression makes too much text or too many list entries', 'expr_cost')
  }

  chargeEntries(count: number): void {
    this.charge(count * perEntry)
  }
}
