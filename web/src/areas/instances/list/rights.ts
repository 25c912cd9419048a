import type { CurrentUser } from '@throughline/contracts/auth'
import type { InstanceRow } from '@throughline/contracts/instances'
import { useMemo } from 'react'

export type Rights = { manage: boolean; remove: boolean; purge: boolean }

export const useRights = ({ permissions }: CurrentUser): Rights =>
  useMemo(
    () => ({
      manage: permissions.includes('instances.manage'),
      remove: permissions.includes('instances.delete'),
      purge: permissions.includes('trash.purge'),
    }),
    [permissions],
  )

/** It goes on, or would if somebody helped. */
export const isOpen = ({ status }: Pick<InstanceRow, 'status'>) => status !== 'completed' && status !== 'cancelled'

/** What a list needs to know of the one that is asked about. */
export type Subject = Pick<InstanceRow, 'id' | 'key' | 'title' | 'status'>
export type Asked = { kind: 'delete' | 'purge' | 'cancel'; instance: Subject }
