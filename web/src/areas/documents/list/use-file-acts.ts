import { useMemo } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { toast } from '../../../ui/toast.ts'
import { purgeDocument, removeDocument, restoreDocument, useDocumentsRefresh } from '../documents.api.ts'
import { texts } from '../documents.texts.ts'
import type { Subject } from './rights.ts'

function failed(title: string, error: unknown, again: () => unknown) {
  const description = serverMessageOf(error)
  const action = { label: texts.retry, onPress: () => void again() }
  toast.error(title, { action, ...(description && { description }) })
}

/** What one can do to a document from a list, with what is said about it afterwards. */
export function useFileActs() {
  const refresh = useDocumentsRefresh()
  return useMemo(() => {
    const restore = async (document: Subject): Promise<void> => {
      try {
        await restoreDocument(document.id)
        toast.success(texts.restored(document.name))
        await refresh()
      } catch (error) {
        failed(texts.notRestored(document.name), error, () => restore(document))
      }
    }

    /** Whether it is gone. */
    const remove = async (document: Subject): Promise<boolean> => {
      try {
        await removeDocument(document.id)
        toast.success(texts.movedToTrash(document.name), {
          action: { label: texts.undo, onPress: () => void restore(document) },
        })
        await refresh()
        return true
      } catch (error) {
        failed(texts.notDeleted(document.name), error, () => remove(document))
        return false
      }
    }

    /** Whether it is gone. */
    const purge = async (document: Subject): Promise<boolean> => {
      try {
        await purgeDocument(document.id)
        toast.success(texts.gone(document.name))
        await refresh()
        return true
      } catch (error) {
        failed(texts.notDeleted(document.name), error, () => purge(document))
        return false
      }
    }

    const copyLink = async (document: Subject): Promise<void> => {
      try {
        await navigator.clipboard.writeText(`${location.origin}/files?file=${document.id}`)
        toast.success(texts.linkCopied)
      } catch {
        toast.error(texts.linkNotCopied)
      }
    }

    return { refresh, restore, remove, purge, copyLink }
  }, [refresh])
}

export type FileActs = ReturnType<typeof useFileActs>
