import type { CurrentUser } from '@throughline/contracts/auth'
import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { useMemo } from 'react'
import { can } from '../../../shared/current-user.ts'

export type Rights = { manage: boolean; purge: boolean }

export const useRights = (user: CurrentUser): Rights =>
  useMemo(() => ({ manage: can(user, 'documents.manage'), purge: can(user, 'trash.purge') }), [user])

export type Subject = { id: DocumentId; name: string }
export type FileDialog = { kind: 'delete' | 'purge' | 'move' | 'rename'; document: Document }
