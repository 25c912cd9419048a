import type { Context } from '../../../server/src/core/context.ts'
import type { Viewer } from '../../../server/src/core/http/viewer.ts'
import type { Access } from '../../../server/test/query-plan.ts'
import type { ViewerName } from './world.ts'

export const PAGE = 50

export interface Answer {
  rows: number
  next: string | undefined
}

interface Page {
  limit: number
  cursor: string | undefined
}

/** One thing that a page of the product asks. */
export interface ListRequest {
  /** Under which line of the figures it stands. */
  group: string
  /** What exactly is asked, to be found again. */
  name: string
  /** How many rows its branches may take together in one statement. */
  most: (branches: readonly Access[], statement: string) => number
  /** How many rows may be looked up for one. */
  perLookup?: number
  /** Whether a page far behind the first is read too, the next one only, or none. */
  further: 'far' | 'next' | 'none'
  ask: (ctx: Context, viewer: Viewer, page: Page) => Promise<Answer>
}

export type RequestsOf = (name: ViewerName, viewer: Viewer) => ListRequest[]

/** What a branch may take beside the rows that are wanted. */
const PER_BRANCH = 5

/** The rows of the page, or whatever number is stated, and five for each branch. */
export const rowsAnd =
  (rows: number): ListRequest['most'] =>
  (branches) =>
    rows + PER_BRANCH * branches.length

/** So many in each branch. */
export const inEach =
  (rows: number): ListRequest['most'] =>
  (branches) =>
    (rows + PER_BRANCH) * Math.max(1, branches.length)

/** Every combination of one of each. */
export const combined = <A, B>(first: readonly A[], second: readonly B[]): (A & B)[] =>
  first.flatMap((a) => second.map((b) => ({ ...a, ...b })))

export const nameOf = (asked: object) =>
  Object.entries(asked)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key} ${String(value)}`)
    .join(', ') || 'all'
