import { interleave, median } from '../../server/test/statistics.ts'

/** A machine is slower at times: taken in turns, both sides meet that, and five turns show how far they spread. */
export const ROUNDS = 5

/** What is compared, and what it is compared with. */
export interface Sides<T> {
  bare: T
  product: T
}

export async function inTurns<T>(sides: Sides<() => Promise<T>>, rounds = ROUNDS): Promise<Sides<T[]>> {
  const pairs = await interleave(rounds, sides.bare, sides.product)
  return { bare: pairs.map(([bare]) => bare), product: pairs.map(([, product]) => product) }
}

/** One figure of every turn. */
export const figureOf = <T>({ bare, product }: Sides<T[]>, figure: (turn: T) => number): Sides<number[]> => ({
  bare: bare.map(figure),
  product: product.map(figure),
})

/** Of every turn: the product's figure by that of the bare side. */
export const ratiosOf = ({ bare, product }: Sides<number[]>): number[] =>
  product.map((value, turn) => value / (bare[turn] ?? Number.NaN))

/** Median (least – most). */
export const spread = (values: readonly number[], digits: number): string => {
  const [middle, least, most] = [median(values), Math.min(...values), Math.max(...values)]
  return `${middle.toFixed(digits)} (${least.toFixed(digits)} – ${most.toFixed(digits)})`
}
