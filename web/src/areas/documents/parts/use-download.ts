import { MOST_IN_BULK } from '@throughline/contracts/running'
import { useCallback } from 'react'
import { serverMessageOf } from '../../../shared/server-message.ts'
import { saveFrom } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { linkDocument, zipDocuments } from '../documents.api.ts'
import { texts } from '../documents.texts.ts'

type Named = { id: string; name: string; downloadable?: boolean }

function failed(title: string, error: unknown) {
  const description = serverMessageOf(error)
  toast.error(title, description ? { description } : {})
}

/** More names than anybody reads. */
const MOST_NAMED = 5

function tellLeftOut(documents: readonly Named[]) {
  if (documents.length === 0) return
  const names = documents.slice(0, MOST_NAMED).map(({ name }) => name)
  const description = texts.leftOutNames(names.join(', '), documents.length - names.length)
  toast.warning(texts.leftOut(documents.length), { description, timeout: 0 })
}

/** One as it is, several as one archive; those that nobody can open yet are named instead. */
export function useDownload() {
  return useCallback(async (documents: readonly Named[]) => {
    const [only, ...more] = documents.filter(({ downloadable }) => downloadable !== false)
    const leftOut = documents.filter(({ downloadable }) => downloadable === false)
    if (!only) {
      tellLeftOut(leftOut)
      return
    }
    if (more.length >= MOST_IN_BULK) {
      toast.error(texts.zipFailed, { description: texts.zipTooMany(MOST_IN_BULK) })
      return
    }
    try {
      const link =
        more.length > 0
          ? await zipDocuments([only, ...more].map(({ id }) => id))
          : await linkDocument(only.id, 'attachment')
      saveFrom(link.url)
      tellLeftOut(leftOut)
    } catch (error) {
      failed(more.length > 0 ? texts.zipFailed : texts.downloadFailed(only.name), error)
    }
  }, [])
}
