import type { Document } from '@throughline/contracts/documents'
import { useCallback, useRef, useState } from 'react'
import { saidIn } from '../../../said.ts'
import { FileInput } from '../../../ui/file-input.tsx'
import { toast } from '../../../ui/toast.ts'
import { sizeText } from '../../tasks/parts/size-text.ts'
import { useDocumentsRefresh } from '../documents.api.ts'
import { MOST_AT_ONCE, sendVersion } from './detail.api.ts'
import { texts } from './detail.texts.ts'

type Replaced = Pick<Document, 'id' | 'name'>

/** Asks for a file and sends it as the next version; `input` must stand in the page. */
export function useNewVersion() {
  const field = useRef<HTMLInputElement>(null)
  const replaced = useRef<Replaced>(undefined)
  const refresh = useDocumentsRefresh()
  const [sent, setSent] = useState<number>()
  const send = async (file: Replaced, chosen: File) => {
    if (chosen.size > MOST_AT_ONCE) {
      toast.error(texts.notUploaded, { description: texts.tooLarge(sizeText(MOST_AT_ONCE)) })
      return
    }
    setSent(0)
    try {
      await sendVersion(file.id, chosen, setSent)
      toast.success(texts.uploaded(file.name))
      await refresh()
    } catch (error) {
      const description = saidIn(error)
      const action = { label: texts.retry, onPress: () => void send(file, chosen) }
      toast.error(texts.notUploaded, { action, ...(description && { description }) })
    } finally {
      setSent(undefined)
    }
  }
  const choose = useCallback((file: Replaced) => {
    replaced.current = file
    field.current?.click()
  }, [])
  const input = (
    <FileInput
      ref={field}
      label={texts.newVersion}
      onFiles={([chosen]) => {
        if (chosen && replaced.current) void send(replaced.current, chosen)
      }}
    />
  )
  return { sent, choose, input }
}
