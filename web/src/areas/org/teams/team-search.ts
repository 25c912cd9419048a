export type TeamSearch = { team?: string; view?: 'cards' | 'list' }

/** Which team stands open, and how the list is shown, for whoever gets the link. */
export function teamSearch({ team, view }: Record<string, unknown>): TeamSearch {
  return {
    ...(typeof team === 'string' && team && { team }),
    ...((view === 'cards' || view === 'list') && { view }),
  }
}
