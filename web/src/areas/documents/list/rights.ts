import type { CurrentUser } from '@throughline/contracts/auth'
import type { Document } from '@throughline/contracts/documents'
import type { DocumentId } from '@throughline/contracts/ids'
import { useMemo } from 'react'

export type Rights = { manage: boolean; purge: boolean }

export const useRights = ({ permissions }: CurrentUser): Rights =>
  useMemo(
    () => ({ manage: permissions.includes('documents.manage'), purge: permissions.includes('trash.purge') }),
    [permissions],
  )

export type Subject = { id: DocumentId; name: string }
export type Asked = { kind: 'delete' | 'purge' | 'move' | 'rename'; document: Document }
