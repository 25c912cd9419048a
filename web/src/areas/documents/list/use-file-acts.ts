import { useMemo } from 'react'
import { trashActs } from '../../../shared/trash/trash-acts.ts'
import { perform } from '../../../shared/use-act.ts'
import { purgeDocument, removeDocument, restoreDocument, useDocumentsRefresh } from '../documents.api.ts'
import { texts } from '../documents.texts.ts'
import type { Subject } from './rights.ts'

/** What one can do to a document from a list, with what is said about it afterwards. */
export function useFileActs() {
  const refresh = useDocumentsRefresh()
  return useMemo(() => {
    const trash = trashActs({
      calls: { remove: removeDocument, restore: restoreDocument, purge: purgeDocument },
      nameOf: ({ name }: Subject) => name,
      failed: { remove: texts.notDeleted, restore: texts.notRestored },
      refresh,
    })

    const copyLink = ({ id }: Subject) =>
      perform({
        call: () => navigator.clipboard.writeText(`${location.origin}/files?file=${id}`),
        done: texts.linkCopied,
        failed: texts.linkNotCopied,
      })

    return { ...trash, refresh, copyLink }
  }, [refresh])
}

export type FileActs = ReturnType<typeof useFileActs>
