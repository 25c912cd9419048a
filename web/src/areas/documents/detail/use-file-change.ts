import { useQueryClient } from '@tanstack/react-query'
import type { editDocument as edit } from '@throughline/contracts/document-acts'
import type { Document } from '@throughline/contracts/documents'
import type { Input } from '@throughline/contracts/endpoint'
import { isStale, serverMessageOf } from '../../../shared/server-message.ts'
import { useAct } from '../../../shared/use-act.ts'
import { documentQuery, editDocument, useDocumentsRefresh } from '../documents.api.ts'
import { texts } from './detail.texts.ts'

export type FileChange = Omit<Input<typeof edit>['body'], 'version'>

const reasonOf = (error: unknown) => (isStale(error) ? texts.changedByOthers : serverMessageOf(error))

/** Changes what is said about a file. What somebody else has changed meanwhile is shown instead of written over. */
export function useFileChange(file: Pick<Document, 'id' | 'version'>) {
  const queries = useQueryClient()
  const { busy, run } = useAct({ refresh: useDocumentsRefresh(), reasonOf })
  /** Whether it was accepted. */
  const change = (changed: FileChange): Promise<boolean> =>
    run({
      call: async () => {
        const saved = await editDocument(file.id, { ...changed, version: file.version })
        queries.setQueryData(documentQuery(file.id).queryKey, (old) => old && { ...old, ...saved })
      },
      failed: texts.notChanged,
      toast: `file-${file.id}`,
    })
  return { busy: busy !== undefined, change }
}
