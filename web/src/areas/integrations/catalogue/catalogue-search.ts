import { TOOL_CATEGORIES } from '@throughline/contracts/connections'
import type { ConnectionId, SignInId, ToolId } from '@throughline/contracts/ids'
import { isId, isOne, trimmedTextOf } from '../../../shared/address-params.ts'

export const CATEGORY_IDS = TOOL_CATEGORIES.map(({ id }) => id)
export type CategoryId = (typeof CATEGORY_IDS)[number]

export type CatalogueSearch = {
  q?: string
  category?: CategoryId
  /** The tool that stands open beside the list. */
  tool?: ToolId
  /** What is done beside the list: a tool is added, or the open one connected. */
  panel?: 'add' | 'connect'
  /** How a tool is added, where that is not by form. */
  mode?: 'json'
  /** The sign-in that the person has come back from. */
  sign_in?: SignInId
  /** The connection that takes a new sign-in. */
  connection?: ConnectionId
}

/** What the address says; anything else is left out. */
export function catalogueSearch(given: Record<string, unknown>): CatalogueSearch {
  const { q, category, tool, panel, mode, sign_in, connection } = given
  const words = trimmedTextOf(q)
  return {
    ...(words && { q: words }),
    ...(isOne(CATEGORY_IDS, category) && { category }),
    ...(isId<ToolId>(tool) && { tool }),
    ...(isOne(['add', 'connect'] as const, panel) && { panel }),
    ...(panel === 'add' && mode === 'json' && { mode }),
    ...(panel === 'connect' && isId<SignInId>(sign_in) && { sign_in }),
    ...(panel === 'connect' && isId<ConnectionId>(connection) && { connection }),
  }
}
