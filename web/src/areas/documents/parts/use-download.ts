import { useCallback } from 'react'
import { saidIn } from '../../../said.ts'
import { saveFrom } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { linkDocument, zipDocuments } from '../documents.api.ts'
import { texts } from '../documents.texts.ts'

type Named = { id: string; name: string }

function failed(title: string, error: unknown) {
  const description = saidIn(error)
  toast.error(title, description ? { description } : {})
}

/** One as it is, several as one archive. */
export function useDownload() {
  return useCallback(async (documents: readonly Named[]) => {
    const [only, second] = documents
    if (!only) return
    try {
      const link = second
        ? await zipDocuments(documents.map(({ id }) => id))
        : await linkDocument(only.id, 'attachment')
      saveFrom(link.url)
    } catch (error) {
      failed(second ? texts.zipFailed : texts.downloadFailed(only.name), error)
    }
  }, [])
}
