import type { DocumentDetail } from '@throughline/contracts/documents'
import { Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { saidIn } from '../../../said.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/toast.ts'
import { sizeText } from '../../tasks/parts/size-text.ts'
import { useDocumentsRefresh } from '../documents.api.ts'
import { MOST_AT_ONCE, sendVersion } from './detail.api.ts'
import { texts } from './detail.texts.ts'

type NewVersionProps = { file: DocumentDetail; onReplace: ((file: DocumentDetail) => void) | undefined }

export function NewVersion({ file, onReplace }: NewVersionProps) {
  const input = useRef<HTMLInputElement>(null)
  const refresh = useDocumentsRefresh()
  const [sent, setSent] = useState<number>()
  const send = async (chosen: File) => {
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
      const action = { label: texts.retry, onPress: () => void send(chosen) }
      toast.error(texts.notUploaded, { action, ...(description && { description }) })
    } finally {
      setSent(undefined)
    }
  }
  const label = sent === undefined ? texts.newVersion : texts.uploading(Math.round(sent * 100))
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={texts.newVersion}
        onChange={({ target }) => {
          const [chosen] = Array.from(target.files ?? [])
          target.value = ''
          if (chosen) void send(chosen)
        }}
      />
      <Button
        size="sm"
        variant="ghost"
        icon={Upload}
        busy={sent !== undefined}
        onClick={() => (onReplace ? onReplace(file) : input.current?.click())}
      >
        {label}
      </Button>
    </>
  )
}
