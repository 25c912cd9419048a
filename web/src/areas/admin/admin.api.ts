import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import {
  type ControlledFeedback,
  exportSubscriptions,
  type FeedbackState,
  getControlledOrg,
  getStaffCounts,
  listControlledOrgs,
  listControlledUsers,
  listFeedback,
  listStaffLog,
  listSubscriptions,
  notifySubscription,
  notifySubscriptions,
  removeSubscription,
  resolveFeedback,
  restoreSubscription,
  type StaffLogEntry,
  type UserStatus,
  type UserUpdate,
  updateUser,
  updateUsers,
  verifyStaffLog,
} from '@throughline/contracts/admin'
import type { Page } from '@throughline/contracts/client'
import type { FeedbackType } from '@throughline/contracts/feedback'
import type { TenantId } from '@throughline/contracts/ids'
import { api } from '../../shared/api.ts'

const PAGE = 50

/** Each reading is a row of the staff log, so it is not repeated whenever the window is looked at. */
const logged = { refetchOnWindowFocus: false }

const paged = {
  ...logged,
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }: Pick<Page<unknown>, 'nextCursor'>) => nextCursor,
  placeholderData: keepPreviousData,
}

/** What the tabs say. */
export const countsQuery = queryOptions({
  ...logged,
  queryKey: ['admin', 'counts'],
  queryFn: ({ signal }) => api(getStaffCounts, undefined, { signal }),
})

export type UserFilter = { status: UserStatus; q: string }

export const usersQuery = ({ status, q }: UserFilter) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'users', { status, q }],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(listControlledUsers, { query: { status, ...(q && { q }), cursor, limit: PAGE } }, { signal }),
    ...paged,
  })

export const updateOne = (body: UserUpdate) => api(updateUser, { body })

export const updateMany = (users: UserUpdate[]) => api(updateUsers, { body: { users } })

export const organizationsQuery = (q: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'organizations', { q }],
    queryFn: ({ pageParam: cursor, signal }) =>
      api.page(listControlledOrgs, { query: { ...(q && { q }), cursor, limit: PAGE } }, { signal }),
    ...paged,
  })

export const organizationQuery = (orgId: TenantId) =>
  queryOptions({
    ...logged,
    queryKey: ['admin', 'one', orgId],
    queryFn: ({ signal }) => api(getControlledOrg, { params: { orgId } }, { signal }),
  })

export type FeedbackFilter = { status: FeedbackState; feedback_type: FeedbackType | undefined }

export const FEEDBACK_KEY = ['admin', 'feedback']

export const feedbackQuery = ({ status, feedback_type }: FeedbackFilter) =>
  infiniteQueryOptions({
    queryKey: [...FEEDBACK_KEY, { status, feedback_type }],
    queryFn: async ({ pageParam: cursor, signal }): Promise<Page<ControlledFeedback[]>> => {
      const page = await api.page(listFeedback, { query: { status, feedback_type, cursor, limit: PAGE } }, { signal })
      return { ...page, data: page.data.data }
    },
    ...paged,
  })

export const setResolved = (feedbackId: string, resolved: boolean) =>
  api(resolveFeedback, { params: { feedbackId }, body: { resolved } })

export const subscriptionsQuery = infiniteQueryOptions({
  queryKey: ['admin', 'subscriptions'],
  queryFn: async ({ pageParam: cursor, signal }) => {
    const page = await api.page(listSubscriptions, { query: { cursor, limit: PAGE } }, { signal })
    return { ...page, data: page.data.map((row) => ({ ...row, id: row.reg_id })) }
  },
  ...paged,
})

export const invite = (reg_id: string) => api(notifySubscription, { body: { reg_id } })
export const inviteMany = (reg_ids: string[]) => api(notifySubscriptions, { body: { reg_ids } })
export const remove = (regId: string) => api(removeSubscription, { params: { regId } })
export const restore = (regId: string) => api(restoreSubscription, { params: { regId } })

export async function fetchSubscriptions(): Promise<Blob> {
  const file = await api(exportSubscriptions)
  if (!(file instanceof Blob)) throw new TypeError('the export is no file')
  return file
}

export type StaffLogRow = StaffLogEntry & { id: string }

export const staffLogQuery = (about?: string) =>
  infiniteQueryOptions({
    queryKey: ['admin', 'staff-log', { about }],
    queryFn: async ({ pageParam: cursor, signal }) => {
      const page = await api.page(listStaffLog, { query: { about, cursor, limit: PAGE } }, { signal })
      // Rows have no id before they are sealed; what they say tells them apart.
      const data = page.data.map(
        (entry): StaffLogRow => ({ ...entry, id: [entry.at, entry.act, entry.entity_id, entry.request_id].join(' ') }),
      )
      return { ...page, data }
    },
    ...paged,
  })

export const verifyFrom = (after: number) => api(verifyStaffLog, { body: { after } })
