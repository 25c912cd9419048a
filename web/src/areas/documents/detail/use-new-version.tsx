import type { Document } from '@throughline/contracts/documents'
import { useCallback, useRef, useState } from 'react'
import { AlertDialog } from '../../../ui/alert-dialog.tsx'
import { FileInput } from '../../../ui/file-input.tsx'
import { useUpload } from '../parts/use-upload.ts'
import { texts } from './detail.texts.ts'

type Replaced = Pick<Document, 'id' | 'name'>

const typeOf = (name: string) => /\.[^.]+$/.exec(name)?.[0].toLowerCase() ?? ''
const isNamedAlike = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Asks for a file and sends it as the next version, like any upload. One of another name or type may be another file, so
 * that is asked about first. `input` must stand in the page.
 */
export function useNewVersion() {
  const field = useRef<HTMLInputElement>(null)
  const replaced = useRef<Replaced>(undefined)
  const [doubtful, setDoubtful] = useState<{ file: File; of: Replaced }>()
  const upload = useUpload()
  const send = (file: File, of: Replaced) => upload.add([file], { documentId: of.id, label: of.name })
  const choose = useCallback((file: Replaced) => {
    replaced.current = file
    field.current?.click()
  }, [])
  const input = (
    <>
      <FileInput
        ref={field}
        label={texts.newVersion}
        onFiles={([file]) => {
          const { current: of } = replaced
          if (!file || !of) return
          if (isNamedAlike(file.name, of.name)) send(file, of)
          else setDoubtful({ file, of })
        }}
      />
      {doubtful && (
        <AlertDialog
          tone="primary"
          onClose={() => setDoubtful(undefined)}
          title={texts.otherFile.title(doubtful.of.name, doubtful.file.name)}
          confirmLabel={texts.otherFile.confirm}
          onConfirm={() => send(doubtful.file, doubtful.of)}
        >
          {typeOf(doubtful.file.name) === typeOf(doubtful.of.name)
            ? texts.otherFile.name(doubtful.of.name)
            : texts.otherFile.type(doubtful.of.name)}
        </AlertDialog>
      )}
    </>
  )
  return { choose, input }
}
