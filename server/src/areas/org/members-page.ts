import type { MemberFilter, Place } from './members-list.queries.ts'

/** The members of a page, and the place it ended at if there may be more behind it. */
export interface Places {
  ids: string[]
  end: Pick<Place, 'key' | 'id'> | undefined
}

export const passes =
  ({ status, roleId }: MemberFilter) =>
  (place: Place) =>
    (!status || place.status === status) && (!roleId || place.role_id === roleId)

/** Of what was read, the first `limit` that pass. Where more may be unread, the next page begins behind the last read. */
export function pick(
  read: readonly Place[],
  wanted: (place: Place) => boolean,
  limit: number,
  unreadAfter: Pick<Place, 'key' | 'id'> | undefined,
): Places {
  const passed = read.filter(wanted)
  const page = passed.slice(0, limit)
  return { ids: page.map(({ id }) => id), end: passed.length > limit ? page.at(-1) : unreadAfter }
}
