import type { MemberFilter, MemberPosition } from './members-list.queries.ts'

/** The members of a page, and the place it ended at if there may be more behind it. */
export interface MemberPositions {
  ids: string[]
  end: Pick<MemberPosition, 'key' | 'id'> | undefined
}

export const passes =
  ({ status, roleId }: MemberFilter) =>
  (place: MemberPosition) =>
    (!status || place.status === status) && (!roleId || place.role_id === roleId)

/** Of what was read, the first `limit` that pass. Where more may be unread, the next page begins behind the last read. */
export function pick(
  read: readonly MemberPosition[],
  wanted: (place: MemberPosition) => boolean,
  limit: number,
  unreadAfter: Pick<MemberPosition, 'key' | 'id'> | undefined,
): MemberPositions {
  const passed = read.filter(wanted)
  const page = passed.slice(0, limit)
  return { ids: page.map(({ id }) => id), end: passed.length > limit ? page.at(-1) : unreadAfter }
}
