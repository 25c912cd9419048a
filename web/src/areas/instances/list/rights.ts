import type { CurrentUser } from '@throughline/contracts/auth'
import type { InstanceRow } from '@throughline/contracts/instances'
import { useMemo } from 'react'
import { can } from '../../../shared/current-user.ts'

export type Rights = { manage: boolean; remove: boolean; purge: boolean }

export const useRights = (user: CurrentUser): Rights =>
  useMemo(
    () => ({
      manage: can(user, 'instances.manage'),
      remove: can(user, 'instances.delete'),
      purge: can(user, 'trash.purge'),
    }),
    [user],
  )

/** It goes on, or would if somebody helped. */
export const isOpen = ({ status }: Pick<InstanceRow, 'status'>) => status !== 'completed' && status !== 'cancelled'

/** What a list needs to know of the one that is asked about. */
export type Subject = Pick<InstanceRow, 'id' | 'key' | 'title' | 'status'>
export type InstanceDialog = { kind: 'delete' | 'purge' | 'cancel'; instance: Subject }
