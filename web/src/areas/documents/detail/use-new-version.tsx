import type { Document } from '@throughline/contracts/documents'
import { useCallback, useRef } from 'react'
import { FileInput } from '../../../ui/file-input.tsx'
import { useUpload } from '../parts/use-upload.ts'
import { texts } from './detail.texts.ts'

type Replaced = Pick<Document, 'id' | 'name'>

/** Asks for a file and sends it as the next version, like any upload; `input` must stand in the page. */
export function useNewVersion() {
  const field = useRef<HTMLInputElement>(null)
  const replaced = useRef<Replaced>(undefined)
  const upload = useUpload()
  const choose = useCallback((file: Replaced) => {
    replaced.current = file
    field.current?.click()
  }, [])
  const input = (
    <FileInput
      ref={field}
      label={texts.newVersion}
      onFiles={(files) => {
        const { current: file } = replaced
        if (file) upload.add(files, { documentId: file.id, label: file.name })
      }}
    />
  )
  return { choose, input }
}
