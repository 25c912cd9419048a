import { MOST_IN_BULK } from '@throughline/contracts/running'
import { useCallback } from 'react'
import { perform } from '../../../shared/use-act.ts'
import { saveFrom } from '../../../ui/save-file.ts'
import { toast } from '../../../ui/toast.ts'
import { linkDocument, zipDocuments } from '../documents.api.ts'
import { texts } from '../documents.texts.ts'

type Named = { id: string; name: string; downloadable?: boolean }

/** More names than anybody reads. */
const MAX_NAMES = 5

function warnOfSkipped(documents: readonly Named[]) {
  if (documents.length === 0) return
  const names = documents.slice(0, MAX_NAMES).map(({ name }) => name)
  const description = texts.leftOutNames(names.join(', '), documents.length - names.length)
  toast.warning(texts.leftOut(documents.length), { description, timeout: 0 })
}

/** One as it is, several as one archive; those that nobody can open yet are named instead. */
export function useDownload() {
  return useCallback(async (documents: readonly Named[]) => {
    const [only, ...more] = documents.filter(({ downloadable }) => downloadable !== false)
    const leftOut = documents.filter(({ downloadable }) => downloadable === false)
    if (!only) {
      warnOfSkipped(leftOut)
      return
    }
    if (more.length >= MOST_IN_BULK) {
      toast.error(texts.zipFailed, { description: texts.zipTooMany(MOST_IN_BULK) })
      return
    }
    await perform({
      call: async () => {
        const ids = [only, ...more].map(({ id }) => id)
        const { url } = await (more.length > 0 ? zipDocuments(ids) : linkDocument(only.id, 'attachment'))
        saveFrom(url)
        warnOfSkipped(leftOut)
      },
      failed: more.length > 0 ? texts.zipFailed : texts.downloadFailed(only.name),
    })
  }, [])
}
