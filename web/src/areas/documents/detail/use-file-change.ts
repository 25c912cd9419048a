import { useQueryClient } from '@tanstack/react-query'
import type { editDocument as edit } from '@throughline/contracts/document-acts'
import type { Document } from '@throughline/contracts/documents'
import type { Input } from '@throughline/contracts/endpoint'
import { useState } from 'react'
import { isStale, serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { documentQuery, editDocument, useDocumentsRefresh } from '../documents.api.ts'
import { texts } from './detail.texts.ts'

export type FileChange = Omit<Input<typeof edit>['body'], 'version'>

/** Changes what is said about a file. What somebody else has changed meanwhile is shown instead of written over. */
export function useFileChange(file: Pick<Document, 'id' | 'version'>) {
  const queries = useQueryClient()
  const refresh = useDocumentsRefresh()
  const [busy, setBusy] = useState(false)
  /** Whether it was taken. */
  const change = async (changed: FileChange): Promise<boolean> => {
    setBusy(true)
    try {
      const said = await editDocument(file.id, { ...changed, version: file.version })
      queries.setQueryData(documentQuery(file.id).queryKey, (old) => old && { ...old, ...said })
      void refresh()
      return true
    } catch (error) {
      const description = isStale(error) ? texts.changedByOthers : serverMessageOf(error)
      toast.error(texts.notChanged, { id: `file-${file.id}`, ...(description && { description }) })
      if (isStale(error)) await refresh()
      return false
    } finally {
      setBusy(false)
    }
  }
  return { busy, change }
}
