import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Body } from '@throughline/contracts/endpoint'
import type { WorkflowId } from '@throughline/contracts/ids'
import {
  type FollowedWorkflow,
  type FollowLevel,
  followWorkflow,
  getNotificationSettings,
  getOrgNotificationSettings,
  type NotificationSettings,
  type OrgNotificationSettings,
  putNotificationSettings,
  putOrgNotificationSettings,
  resetNotificationSettings,
  unfollowWorkflow,
} from '@throughline/contracts/notification-settings'
import { useRef, useState } from 'react'
import { api } from '../../../shared/api.ts'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { texts } from './notifications.texts.ts'

export const settingsQuery = queryOptions({
  queryKey: ['notifications', 'own'],
  queryFn: async ({ signal }) => (await api(getNotificationSettings, undefined, { signal })).data,
})

export const orgSettingsQuery = queryOptions({
  queryKey: ['notifications', 'organization'],
  queryFn: async ({ signal }) => (await api(getOrgNotificationSettings, undefined, { signal })).data,
})

export type SaveState = { busy: boolean; savedAt: number | undefined }

/**
 * Each choice is shown at once and sent after the one before it; what the server answers to the last of them stays. A
 * choice that was not saved goes back.
 */
function useSaving<Data>(queryKey: readonly unknown[]) {
  const queries = useQueryClient()
  const line = useRef<Promise<unknown>>(Promise.resolve())
  const waiting = useRef(0)
  const [state, setState] = useState<SaveState>({ busy: false, savedAt: undefined })
  const save = (shown: (before: Data) => Data, call: () => Promise<Data | undefined>) => {
    queries.setQueryData<Data>(queryKey, (before) => before && shown(before))
    waiting.current += 1
    setState((before) => ({ ...before, busy: true }))
    const send = async () => {
      try {
        const answer = await call()
        waiting.current -= 1
        if (waiting.current === 0 && answer !== undefined) queries.setQueryData(queryKey, answer)
        setState({ busy: waiting.current > 0, savedAt: Date.now() })
      } catch (error) {
        waiting.current -= 1
        setState((before) => ({ ...before, busy: waiting.current > 0 }))
        const description = serverMessageOf(error)
        toast.error(texts.notSaved, description === undefined ? {} : { description })
        await queries.invalidateQueries({ queryKey })
      }
    }
    line.current = line.current.then(send)
  }
  return { state, save }
}

export function useOwnSettings() {
  const { state, save } = useSaving<NotificationSettings>(settingsQuery.queryKey)
  type Change = Body<typeof putNotificationSettings>
  return {
    state,
    change: (change: Change) =>
      save(
        (before) => ({
          ...before,
          ...(change.quiet && { quiet: change.quiet }),
          ...(change.digest && { digest: change.digest }),
          kinds: before.kinds.map((kind) => ({ ...kind, ...change.kinds?.find((one) => one.kind === kind.kind) })),
        }),
        async () => (await api(putNotificationSettings, { body: change })).data,
      ),
    reset: () =>
      save(
        (before) => before,
        async () => (await api(resetNotificationSettings)).data,
      ),
    follow: (workflow: FollowedWorkflow['workflow'], level: FollowLevel, until: string | null = null) =>
      save(
        (before) => ({
          ...before,
          follows: [...without(before, workflow.id), { workflow, level, until }].toSorted((one, other) =>
            one.workflow.name.localeCompare(other.workflow.name),
          ),
        }),
        async () => {
          await api(followWorkflow, { params: { workflowId: workflow.id }, body: { level, until } })
          return (await api(getNotificationSettings)).data
        },
      ),
    unfollow: (workflowId: WorkflowId) =>
      save(
        (before) => ({ ...before, follows: without(before, workflowId) }),
        async () => {
          await api(unfollowWorkflow, { params: { workflowId } })
          return (await api(getNotificationSettings)).data
        },
      ),
  }
}

const without = ({ follows }: NotificationSettings, id: WorkflowId) =>
  follows.filter(({ workflow }) => workflow.id !== id)

export function useOrgSettings() {
  const { state, save } = useSaving<OrgNotificationSettings>(orgSettingsQuery.queryKey)
  return {
    state,
    change: (change: Body<typeof putOrgNotificationSettings>) =>
      save(
        (before) => ({
          ...before,
          ...(change.names_in_mails !== undefined && { names_in_mails: change.names_in_mails }),
          kinds: before.kinds.map((kind) => ({ ...kind, ...change.kinds?.find((one) => one.kind === kind.kind) })),
        }),
        async () => (await api(putOrgNotificationSettings, { body: change })).data,
      ),
  }
}
